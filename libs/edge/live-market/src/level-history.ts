import type { LevelChange } from '@exchange/core/market-data';

/** Of each market so many changes of levels are kept: about a megabyte. */
const CHANGES_MAX = 4_096;
/** Dropped entries make room at the front; the array is shortened when there are so many of them. */
const DROPPED_MAX = 1_024;

interface HistoryEntry {
  /** The report that the levels were at before. */
  readonly from: number;
  /** The report that these changes brought them to. */
  readonly to: number;
  readonly changes: readonly LevelChange[];
}

/** The newest changes of a market's levels, so that who was away is told what it missed; bounded. */
export class LevelHistory {
  private entries: HistoryEntry[] = [];
  private dropped = 0;
  private kept = 0;
  /** From the levels at this report on everything is known. */
  private oldest: number;

  constructor(
    seq: number,
    private readonly changesMax = CHANGES_MAX,
  ) {
    this.oldest = seq;
  }

  /** The levels went from the report `from` to the report `to`; between the two nothing is known. */
  add(from: number, to: number, changes: readonly LevelChange[]): void {
    this.entries.push({ from, to, changes });
    this.kept += changes.length;
    while (this.kept > this.changesMax) this.dropFirst();
    if (this.dropped > DROPPED_MAX) {
      this.entries = this.entries.slice(this.dropped);
      this.dropped = 0;
    }
  }

  /**
   * All changes after a report, oldest first; undefined when the levels at that report aren't known any more, or never
   * were. Not for a report that is still to come.
   */
  since(seq: number): readonly LevelChange[] | undefined {
    if (seq < this.oldest) return undefined;
    const first = this.firstAfter(seq);
    if ((this.entries[first]?.from ?? seq) < seq) return undefined;
    return this.entries.slice(first).flatMap(({ changes }) => changes);
  }

  /** The place of the first entry that leads beyond a report. */
  private firstAfter(seq: number): number {
    let low = this.dropped;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle]?.to ?? seq) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private dropFirst(): void {
    const first = this.entries[this.dropped];
    if (first === undefined) return;
    this.dropped += 1;
    this.kept -= first.changes.length;
    this.oldest = first.to;
  }
}
