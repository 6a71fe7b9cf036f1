/**
 * What every store and encoding can hold, as a JSON Schema pattern: no U+0000, which Postgres refuses in texts, and no
 * half of a surrogate pair, which UTF-8 can't say.
 */
export const STORABLE_PATTERN = '^(?:[^\\u0000\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';

const storable = new RegExp(STORABLE_PATTERN);

/** Whether a text of a client may be kept. */
export const isStorable = (text: string): boolean => storable.test(text);
