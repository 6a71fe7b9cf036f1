import { type SchemaOptions, type TSchema, type TString, type TUnsafe, Type } from '@sinclair/typebox';
import { type Address, type Hash, STORABLE_PATTERN } from '@exchange/core/kernel';
import { BAR_PRECISIONS, CONVERSION_CURRENCIES, LABEL_MAX } from '../limits';

const NAME_MAX = 100;

/** How a field is read beyond its JSON type; stands in the schema as `x-kind`. */
export type FieldKind =
  | 'uint'
  | 'text'
  | 'flag'
  | 'amount'
  | 'rate'
  | 'address'
  | 'hash'
  | 'signature'
  | 'choice'
  | 'list'
  | 'seqs'
  | 'uintOrFlag';

/** `must`: completes the sentence "<field> must be …" of a refusal. */
const kind = (name: FieldKind, must: string): SchemaOptions => ({ 'x-kind': name, description: must });

/** A field of a client command. `of` restricts uints; the seed's names of types are uint, uintString, floatString, hexString. */
export const uint = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ minimum, maximum, ...kind('uint', `a whole number from ${minimum} to ${maximum}`) });

/** A text that may be kept. */
export const text = (maxLength: number, minLength = 0): TString =>
  Type.String({ ...anyText(maxLength, minLength), pattern: STORABLE_PATTERN });

/** A text of which nothing is kept: any one that JSON can say. */
export const anyText = (maxLength: number, minLength = 0): TString =>
  Type.String({
    minLength,
    maxLength,
    ...kind('text', `a string of ${minLength > 0 ? `${minLength} to` : 'at most'} ${maxLength} characters`),
  });

/** A string of this form. */
export const form = (pattern: string, must: string): TString =>
  Type.String({ pattern, ...kind('text', must) });

export const flag = () => Type.Boolean(kind('flag', 'true or false'));

/** uintString: an amount in smallest units. */
export const amountText = () =>
  Type.String({
    pattern: '^(0|[1-9][0-9]{0,38})$',
    ...kind('amount', 'a whole number of smallest units in decimal digits, as a string'),
  });

/** floatString: a rate. */
export const rateText = () =>
  Type.String({
    pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$',
    ...kind('rate', 'a decimal above 0 with at most 5 significant digits and 8 decimals, as a string'),
  });

/** hexString of 20 bytes; read in any letter case, lower case afterwards. */
export const addressText = (): TUnsafe<Address> =>
  Type.Unsafe<Address>(
    Type.String({
      pattern: '^0[xX][0-9a-fA-F]{40}$',
      ...kind('address', '0x and 40 hex digits, as a string'),
    }),
  );

/** hexString of 32 bytes; read in any letter case, lower case afterwards. */
export const hashText = (): TUnsafe<Hash> =>
  Type.Unsafe<Hash>(
    Type.String({ pattern: '^0[xX][0-9a-fA-F]{64}$', ...kind('hash', '0x and 64 hex digits, as a string') }),
  );

/** hexString of 65 bytes: r, s, v; in any letter case. */
export const signatureText = () =>
  Type.String({
    pattern: '^0[xX][0-9a-fA-F]{130}$',
    ...kind('signature', '0x and 65 bytes in hex (r, s, v), as a string'),
  });

/** One of these strings or numbers. */
export const choice = <const T extends readonly (string | number)[]>(...values: T): TUnsafe<T[number]> =>
  Type.Unsafe<T[number]>({ enum: [...values], ...kind('choice', `one of ${values.join(', ')}`) });

/** An array of short names, at least one. */
export const names = () =>
  Type.Array(
    Type.String({ maxLength: NAME_MAX, description: `a string of at most ${NAME_MAX} characters` }),
    {
      minItems: 1,
      ...kind('list', `an array of one or more strings of at most ${NAME_MAX} characters`),
    },
  );

/** An object with a SEQ for each of some markets, at least one. */
export const seqs = () =>
  Type.Record(
    Type.String({ maxLength: NAME_MAX }),
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'a SEQ, a whole number' }),
    { minProperties: 1, ...kind('seqs', 'an object of market ids, each with a SEQ as a whole number') },
  );

/** A time in Unix seconds, or a bool, as the seed declares timeInForce. */
export const uintOrFlag = () =>
  Type.Union(
    [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Boolean()],
    kind('uintOrFlag', 'a Unix time in whole seconds, or true or false'),
  );

/** What nobody but the owner may know: a refusal never repeats it. */
export const secret = <S extends TSchema>(schema: S): S => ({ ...schema, 'x-secret': true });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

export const marketName = () => text(60, 1);
export const label = () => text(LABEL_MAX);

/** From which trades a ticker or bar is made: clients of exchanges with several sources say which. */
export const source = (): TUnsafe<'internal'> =>
  Type.Unsafe<'internal'>({
    enum: ['internal'],
    ...kind('choice', 'internal, the trades made here (there is no index and no mixed)'),
  });

export const signatureFormat = () => choice('sign', 'signTypedData');
export const currency = () =>
  choice(...(Object.keys(CONVERSION_CURRENCIES) as (keyof typeof CONVERSION_CURRENCIES)[]));
export const precision = () => choice(...(Object.keys(BAR_PRECISIONS) as (keyof typeof BAR_PRECISIONS)[]));
