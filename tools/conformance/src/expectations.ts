/** What doesn't hold, in words; a case that throws has failed. */
export class Failed extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'Failed';
  }
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ??
  'undefined';

export function holds(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Failed(what);
}

/** Equal as JSON. */
export function is(actual: unknown, expected: unknown, what: string): void {
  holds(shown(actual) === shown(expected), `${what} is ${shown(actual)}, not ${shown(expected)}`);
}

export function falls(values: readonly number[], what: string): void {
  holds(
    values.every((value, index) => index === 0 || value < (values[index - 1] ?? 0)),
    `${what} must fall: ${shown(values)}`,
  );
}

export function neverRises(values: readonly number[], what: string): void {
  holds(
    values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0)),
    `${what} must not rise: ${shown(values)}`,
  );
}

export function matches(text: string, pattern: RegExp, what: string): void {
  holds(pattern.test(text), `${what} must fit ${pattern}: ${text}`);
}
