import type { Side } from '@exchange/core/kernel';

/** A packet from a server that speaks another protocol, or a version of it that this code can't read. */
export class MalformedPacketError extends Error {
  override readonly name = 'MalformedPacketError';
}

/** A value that isn't what it must be; `place` grows on the way out. */
class Misfit {
  constructor(
    readonly place: string,
    readonly says: string,
  ) {}
}

/** Takes JSON that somebody sent for a value. Throws a misfit for any other JSON; `fitting` tells of it. */
export type ReadJson<T> = (json: unknown) => T;

const misfit = (must: string, json: unknown): Misfit =>
  new Misfit('', `must be ${must}, not ${JSON.stringify(json)}`);

function within(error: unknown, place: string | number): unknown {
  return error instanceof Misfit ? new Misfit(`/${place}${error.place}`, error.says) : error;
}

/** The value that the reader takes this JSON for; `what` names it in the error. */
export function fitting<T>(read: ReadJson<T>, json: unknown, what: string): T {
  try {
    return read(json);
  } catch (error) {
    if (error instanceof Misfit) throw new MalformedPacketError(`${what}${error.place} ${error.says}`);
    throw error;
  }
}

export const anything: ReadJson<unknown> = (json) => json;

export const integer =
  (least: number, most: number): ReadJson<number> =>
  (json) => {
    if (Number.isInteger(json) && (json as number) >= least && (json as number) <= most)
      return json as number;
    throw misfit(`a whole number from ${least} to ${most}`, json);
  };

export const uint = integer(0, Number.MAX_SAFE_INTEGER);

export const number: ReadJson<number> = (json) => {
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  throw misfit('a number', json);
};

export const bool: ReadJson<boolean> = (json) => {
  if (typeof json === 'boolean') return json;
  throw misfit('true or false', json);
};

export const text: ReadJson<string> = (json) => {
  if (typeof json === 'string') return json;
  throw misfit('a string', json);
};

/** A string of this form. */
export const form =
  (pattern: RegExp): ReadJson<string> =>
  (json) => {
    if (typeof json === 'string' && pattern.test(json)) return json;
    throw misfit(`a string like ${pattern.source}`, json);
  };

export const oneOf =
  <const T extends readonly (string | number | boolean)[]>(...values: T): ReadJson<T[number]> =>
  (json) => {
    if (values.includes(json as T[number])) return json as T[number];
    throw misfit(`one of ${values.join(', ')}`, json);
  };

export const nullable =
  <T>(read: ReadJson<T>): ReadJson<T | null> =>
  (json) =>
    json === null ? null : read(json);

const bit = oneOf(1, 0);
/** 1 is true. */
export const buyBit: ReadJson<boolean> = (json) => bit(json) === 1;
/** 1 is buy. */
export const sideBit: ReadJson<Side> = (json) => (bit(json) === 1 ? 'buy' : 'sell');

/** What stands at a position. */
export function at<T>(array: readonly unknown[], place: number, read: ReadJson<T>): T {
  try {
    return read(array[place]);
  } catch (error) {
    throw within(error, place);
  }
}

/** An array with so many positions, and what is made of it. */
export const tuple =
  <T>(length: number, read: (array: readonly unknown[]) => T): ReadJson<T> =>
  (json) => {
    if (Array.isArray(json) && json.length === length) return read(json);
    throw misfit(`an array of ${length} items`, json);
  };

export const list =
  <T>(read: ReadJson<T>, least = 0): ReadJson<T[]> =>
  (json) => {
    if (!Array.isArray(json) || json.length < least)
      throw misfit(least > 0 ? `an array of ${least} or more items` : 'an array', json);
    return json.map((_, place) => at(json, place, read));
  };

/** The members of an object, each by what reads it. */
export type ReadMembers = Readonly<Record<string, ReadJson<unknown>>>;

/** An object with these members, as it is: members that it has besides are for others. */
export const object =
  <T extends object>(members: ReadMembers, optional: ReadMembers = {}): ReadJson<T> =>
  (json) => {
    if (!isObject(json)) throw misfit('an object', json);
    for (const name in members) member(json, name, members[name] ?? anything);
    for (const name in optional) {
      if (json[name] !== undefined) member(json, name, optional[name] ?? anything);
    }
    return json as T;
  };

/** The member of an object. */
export function member<T>(json: Readonly<Record<string, unknown>>, name: string, read: ReadJson<T>): T {
  try {
    return read(json[name]);
  } catch (error) {
    throw within(error, name);
  }
}

/** One member of an object, and nothing else of it. */
export const only =
  <T>(name: string, read: ReadJson<T>): ReadJson<T> =>
  (json) => {
    if (isObject(json)) return member(json, name, read);
    throw misfit('an object', json);
  };

export const mapOf =
  <T>(read: ReadJson<T>): ReadJson<Record<string, T>> =>
  (json) => {
    if (!isObject(json)) throw misfit('an object', json);
    for (const name of Object.keys(json)) member(json, name, read);
    return json as Record<string, T>;
  };

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
