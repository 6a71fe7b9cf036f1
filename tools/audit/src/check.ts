import type { Moment } from '../../kit/running/moment';

/** Something that two sides state differently. */
export interface Difference {
  readonly what: string;
  /** What the first side of the check's name says. */
  readonly recorded: string;
  /** What the other side says. */
  readonly expected: string;
}

/** What a check found; `wait`: the sides can't be compared yet, and if that goes on, here is what differed last. */
export type Outcome =
  | { readonly kind: 'compared'; readonly compared: number; readonly differences: readonly Difference[] }
  | { readonly kind: 'wait'; readonly why: string; readonly differences?: readonly Difference[] };

/** One comparison of the audit. */
export interface Check {
  readonly name: string;
  run(record: Moment): Promise<Outcome>;
}

/** Compares two sides by their keys; what is missing on one side counts as `absent`. */
export function compareMaps(
  recorded: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  absent = 'nothing',
): Outcome {
  const keys = new Set([...recorded.keys(), ...expected.keys()]);
  const differences = [...keys]
    .map((what) => ({
      what,
      recorded: recorded.get(what) ?? absent,
      expected: expected.get(what) ?? absent,
    }))
    .filter((pair) => pair.recorded !== pair.expected);
  return { kind: 'compared', compared: keys.size, differences };
}
