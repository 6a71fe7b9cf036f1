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
  const [is, wanted] = [shown(actual), shown(expected)];
  if (is === wanted) return;
  const from = Math.max(0, firstDifference(is, wanted) - CONTEXT);
  throw new Failed(`${what} is ${excerpt(is, from)}, not ${excerpt(wanted, from)}`);
}

const CONTEXT = 80;
const EXCERPT_MAX = 300;

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** A long text around the place where it differs. */
function excerpt(text: string, from: number): string {
  if (text.length <= EXCERPT_MAX) return text;
  return `…${text.slice(from, from + EXCERPT_MAX)}…`;
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
