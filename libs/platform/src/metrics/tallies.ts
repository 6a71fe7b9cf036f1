import type { BoundedLabels } from './bounded-labels';
import { ByLabels } from './by-labels';

/** A count: a plain number until somebody asks for it. */
export interface CountCell {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
}

/** The counts of one counter, by the values of its labels. */
export class Tallies {
  private readonly tallies: ByLabels<CountCell>;

  /** For all values when nobody reads them. */
  private readonly unread: CountCell | undefined;

  constructor(labels: BoundedLabels, isRead = true) {
    this.unread = isRead ? undefined : { labels: {}, count: 0 };
    this.tallies = new ByLabels(labels, (own) => ({ labels: own, count: 0 }));
  }

  /** The count for these values, in the order in which the definition has its labels. */
  of(...values: readonly string[]): CountCell {
    return this.unread ?? this.tallies.of(values);
  }

  [Symbol.iterator](): Iterator<CountCell> {
    return this.tallies[Symbol.iterator]();
  }
}
