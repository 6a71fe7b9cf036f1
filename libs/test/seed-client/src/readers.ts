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
/** A string that says something. */
export const name = matching('a name', /^.+$/);
export const address = matching('0x and 40 hex digits', /^0x[0-9a-f]{40}$/);
export const word = matching('0x and 64 hex digits', /^0x[0-9a-f]{64}$/);
/** No exponent, no trailing zeros. */
export const floatString = matching('a decimal string', /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
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

/** An array with exactly these positions, in the order in which they stand here. */
export function row<F extends Fields>(fields: F): Reader<Named<F>> {
  const positions = Object.entries(fields);
  return (value, at) => {
    if (!Array.isArray(value) || value.length !== positions.length) {
      throw new Violation(at, `an array of ${positions.length} items`, value);
    }
    return Object.fromEntries(
      positions.map(([key, read], index) => [key, read(value[index], `${at}.${key}`)]),
    ) as Named<F>;
  };
}

function object<F extends Fields, O extends Fields>(
  fields: F,
  optional: O,
  isOpen: boolean,
): Reader<Named<F> & Partial<Named<O>>> {
  return (value, at) => {
    if (!isObject(value)) throw new Violation(at, 'an object', value);
    for (const key of Object.keys(value)) {
      if (!isOpen && !(key in fields) && !(key in optional))
        throw new Violation(at, `no member ${key}`, value);
    }
    const present = Object.entries(optional).filter(([key]) => key in value);
    return Object.fromEntries(
      [...Object.entries(fields), ...present].map(([key, read]) => [key, read(value[key], `${at}.${key}`)]),
    ) as Named<F> & Partial<Named<O>>;
  };
}

const NONE: Empty = {};

/** An object with these members and no others. */
export const members = <F extends Fields, O extends Fields = Empty>(fields: F, optional = NONE as O) =>
  object(fields, optional, false);

/** An object with these members, beside which others may stand: it may grow. */
export const openMembers = <F extends Fields, O extends Fields = Empty>(fields: F, optional = NONE as O) =>
  object(fields, optional, true);

/** An object with any names, and all members alike. */
export const map =
  <T>(member: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, at) => {
    if (!isObject(value)) throw new Violation(at, 'an object', value);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [name(key, `${at} key`), member(item, `${at}.${key}`)]),
    );
  };
