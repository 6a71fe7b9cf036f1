/** One thing that was compared with what was expected. */
export interface Comparison {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly ok: boolean;
}

/** Equal texts are well. */
export const compared = (what: string, expected: string, found: string): Comparison => ({
  ...{ what, expected, found },
  ok: expected === found,
});

/** Lists whose order means nothing. */
export const comparedSets = (what: string, expected: Iterable<string>, found: Iterable<string>): Comparison =>
  compared(what, asText(expected), asText(found));

const asText = (items: Iterable<string>): string => [...items].sort().join(' ') || 'nobody';

/** What differs, as one sentence; undefined when nothing does. */
export function differenceOf(comparisons: readonly Comparison[]): string | undefined {
  const different = comparisons.filter(({ ok }) => !ok);
  if (different.length === 0) return undefined;
  return different.map(({ what, expected, found }) => `${what}: ${found} instead of ${expected}`).join('; ');
}
