/** A packet from a server that speaks another protocol, or a version of it that this code can't read. */
export class MalformedPacketError extends Error {
  override readonly name = 'MalformedPacketError';
}

/** Reads one value of a packet; `what` names it in the error. */
export type Reader<T> = (value: unknown, what: string) => T;

function fail(what: string, must: string, value: unknown): never {
  throw new MalformedPacketError(`${what} must be ${must}, not ${JSON.stringify(value)}`);
}

export const asText: Reader<string> = (value, what) =>
  typeof value === 'string' ? value : fail(what, 'a string', value);

export const asNumber: Reader<number> = (value, what) =>
  typeof value === 'number' ? value : fail(what, 'a number', value);

export const asFlag: Reader<boolean> = (value, what) =>
  typeof value === 'boolean' ? value : fail(what, 'a bool', value);

export const asList: Reader<readonly unknown[]> = (value, what) =>
  Array.isArray(value) ? value : fail(what, 'an array', value);

export const asObject: Reader<Readonly<Record<string, unknown>>> = (value, what) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : fail(what, 'an object', value);

/** 1 or 0. */
export const asBit: Reader<boolean> = (value, what) =>
  value === 1 ? true : value === 0 ? false : fail(what, '1 or 0', value);

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, what) =>
    value === null ? null : read(value, what);

export const orAbsent =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (value, what) =>
    value === undefined ? undefined : read(value, what);

export const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, what) =>
    asList(value, what).map((item, index) => read(item, `${what}[${index}]`));

export const oneOf =
  <const T extends readonly unknown[]>(...values: T): Reader<T[number]> =>
  (value, what) =>
    values.includes(value) ? (value as T[number]) : fail(what, values.join(' or '), value);
