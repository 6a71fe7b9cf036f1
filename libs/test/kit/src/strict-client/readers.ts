/** What the interface doesn't allow. A client written in 2020 would end here, or go on with a wrong figure. */
export class Violation extends Error {
  constructor(at: string, expected: string, value: unknown) {
    super(`${at}: ${expected} expected, got ${shown(value)}`);
    this.name = 'Violation';
  }
}

const shown = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}` : item))?.slice(0, 300);

/** Reads a value of JSON, or throws a Violation that names its place. */
export type Reader<T> = (value: unknown, at: string) => T;
/** What a reader gives. */
export type Read<R> = R extends Reader<infer T> ? T : never;

type Fields = Readonly<Record<string, Reader<unknown>>>;
type Named<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };
type Empty = Readonly<Record<never, never>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checked<T>(expected: string, isIt: (value: unknown) => value is T): Reader<T> {
  return (value, at) => {
    if (!isIt(value)) throw new Violation(at, expected, value);
    return value;
  };
}

const matching = (expected: string, pattern: RegExp): Reader<string> =>
  checked(expected, (value): value is string => typeof value === 'string' && pattern.test(value));

export const text = checked('a string', (value) => typeof value === 'string');
export const bool = checked('true or false', (value) => typeof value === 'boolean');
export const float = checked('a number', (value): value is number => Number.isFinite(value));
export const uint = checked('an unsigned integer', (value): value is number => {
  return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);
});
/** Either case: the seed says no more than "hex string". */
export const address = matching('0x and 40 hex digits', /^0x[0-9a-f]{40}$/i);
export const word = matching('0x and 64 hex digits', /^0x[0-9a-f]{64}$/i);
export const floatString = matching('a decimal string', /^-?\d+(\.\d+)?$/);
/** No sign, no exponent, no trailing zeros. */
export const rate = matching('a rate', /^(0|[1-9]\d*)(\.\d*[1-9])?$/);

const uintText = matching('an unsigned integer as a string', /^(0|[1-9]\d*)$/);
const intText = matching('an integer as a string', /^(0|-?[1-9]\d*)$/);
/** An amount in the token's smallest units. */
export const uintString: Reader<bigint> = (value, at) => BigInt(uintText(value, at));
export const intString: Reader<bigint> = (value, at) => BigInt(intText(value, at));

export const oneOf = <const T>(...allowed: readonly T[]): Reader<T> =>
  checked(`one of ${allowed.join(', ')}`, (value): value is T => allowed.includes(value as T));

export const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, at) =>
    value === null ? null : reader(value, at);

export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw new Violation(at, 'an array', value);
    return value.map((element, index) => item(element, `${at}[${index}]`));
  };

/** An array with exactly these positions, in the order in which they stand here; the last ones may be optional. */
export function row<F extends Fields, O extends Fields = Empty>(
  fields: F,
  optional?: O,
): Reader<Named<F> & Partial<Named<O>>> {
  const all = Object.entries({ ...fields, ...optional });
  const least = Object.keys(fields).length;
  const lengths = least === all.length ? `${least}` : `${least} to ${all.length}`;
  return (value, at) => {
    if (!Array.isArray(value) || value.length < least || value.length > all.length) {
      throw new Violation(at, `an array of ${lengths} items`, value);
    }
    const present = all.slice(0, value.length);
    return Object.fromEntries(
      present.map(([name, read], index) => [name, read(value[index], `${at}.${name}`)]),
    ) as Named<F> & Partial<Named<O>>;
  };
}

/** An object with these members; others may stand beside them, since members may be added. */
export function members<F extends Fields, O extends Fields = Empty>(
  fields: F,
  optional?: O,
): Reader<Named<F> & Partial<Named<O>>> {
  return (value, at) => {
    if (!isObject(value)) throw new Violation(at, 'an object', value);
    const present = Object.entries(optional ?? {}).filter(([name]) => value[name] !== undefined);
    return Object.fromEntries(
      [...Object.entries(fields), ...present].map(([name, read]) => [
        name,
        read(value[name], `${at}.${name}`),
      ]),
    ) as Named<F> & Partial<Named<O>>;
  };
}

/** An object with any names, and all members alike. */
export const map =
  <T>(member: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, at) => {
    if (!isObject(value)) throw new Violation(at, 'an object', value);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, member(item, `${at}.${name}`)]),
    );
  };
