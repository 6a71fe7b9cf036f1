/**
 * What every store and encoding can hold, as a JSON Schema pattern: no U+0000, which Postgres refuses in texts, and no
 * half of a surrogate pair, which UTF-8 can't say.
 */
export const STORABLE_PATTERN = '^(?:[^\\u0000\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';

const storable = new RegExp(STORABLE_PATTERN);

/**
 * How many Unicode characters (code points) a text has, as JSON Schema counts them; half of a pair counts as one.
 * @example
 * characters('a😀') // → 2
 */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/**
 * Whether a text of a client may be kept.
 * @example
 * isStorable('\u0000') // → false
 */
export const isStorable = (text: string): boolean => storable.test(text);
