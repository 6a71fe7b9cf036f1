const TEXT = /"(?:[^"\\]|\\.)*"/g;
/** Matchers of labels, windows, and lists of labels. */
const IN_BRACKETS = /\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*(?!\s*\(|[a-zA-Z0-9_:])/g;
/** Every series of ours has one of these in its name; words of the language have none. */
const OURS = /[_:]/;

/**
 * The names of the series that an expression of PromQL asks for; those that Prometheus makes by itself (`up`, `ALERTS`) aren't
 * among them.
 * @example
 * seriesIn('sum by (le) (rate(a_total{b="c_d"}[5m])) > 0') // → ['a_total']
 */
export const seriesIn = (query: string): readonly string[] =>
  [...query.replace(TEXT, '""').replace(IN_BRACKETS, '').matchAll(NAME)]
    .map(([name]) => name)
    .filter((name) => OURS.test(name) && name !== 'group_left' && name !== 'group_right');
