import { type RateKey, rateKey, type Side } from '@exchange/core/kernel';
import type { BookLine, LevelBook, LevelChange } from '@exchange/core/market-data';

/** Of each market so many changes of levels are kept; to look all of them through takes about a millisecond. */
const CHANGES_MAX = 4_096;
const GAPS_MAX = 16;
const LOW_BITS = 64n;

/** Reports of which only the end is known. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * The newest changes of a market's levels, so that who was away is told what it missed; bounded. Kept as plain numbers in
 * a ring, since as objects they would cost a gateway more to keep than a change costs to tell.
 */
export class LevelHistory {
  /** The report that made each change. */
  private readonly reports: Float64Array;
  private readonly levels: Uint32Array;
  /** What the level was before: its amount in two halves, and its orders. */
  private readonly low: BigUint64Array;
  private readonly high: BigUint64Array;
  private readonly counts: Uint32Array;
  /** How many changes there were, kept or not; the place in the ring is the remainder. */
  private end = 0;
  private gaps: Gap[] = [];
  /** From the levels at this report on everything is known. */
  private oldest: number;

  constructor(
    seq: number,
    private readonly book: LevelBook,
    private readonly changesMax = CHANGES_MAX,
  ) {
    this.oldest = seq;
    this.reports = new Float64Array(changesMax);
    this.levels = new Uint32Array(changesMax);
    this.low = new BigUint64Array(changesMax);
    this.high = new BigUint64Array(changesMax);
    this.counts = new Uint32Array(changesMax);
  }

  /** What a report changed, after the book was changed by it. */
  add(report: number, changes: readonly LevelChange[]): void {
    for (const { before } of changes) this.keep(report, before);
  }

  /** What the reports after `from` up to `to` changed together; the levels between aren't known. */
  bridge(from: number, to: number, changes: readonly LevelChange[]): void {
    this.gaps.push({ from, to });
    if (this.gaps.length > GAPS_MAX) this.oldest = Math.max(this.oldest, this.gaps.shift()?.to ?? 0);
    this.add(to, changes);
  }

  /**
   * How the levels that changed after a report were then, and are now; each once. Undefined when the levels at that report
   * aren't known any more, or never were. Not for a report that is still to come.
   */
  since(seq: number): readonly LevelChange[] | undefined {
    if (seq < this.oldest || this.gaps.some(({ from, to }) => from < seq && seq < to)) return undefined;
    const then = new Map<number, LevelChange>();
    for (let at = this.firstAfter(seq); at < this.end; at += 1) {
      const place = at % this.changesMax;
      const level = this.levels[place] ?? 0;
      if (then.has(level)) continue;
      const [side, key] = [sideOf(level), keyOf(level)];
      then.set(level, { before: this.lineAt(place, side, key), after: this.book.at(side, key) });
    }
    return [...then.values()];
  }

  private keep(report: number, { side, rateKey: key, amount, count }: BookLine): void {
    const place = this.end % this.changesMax;
    if (this.end >= this.changesMax) this.oldest = Math.max(this.oldest, this.reports[place] ?? 0);
    this.end += 1;
    this.reports[place] = report;
    this.levels[place] = levelOf(side, key);
    // The array takes the lower 64 bits by itself.
    this.low[place] = amount;
    this.high[place] = amount >> LOW_BITS;
    this.counts[place] = count;
  }

  /** The number of the first kept change by a report after this one. */
  private firstAfter(seq: number): number {
    let low = Math.max(0, this.end - this.changesMax);
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.reports[middle % this.changesMax] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private lineAt(place: number, side: Side, key: RateKey): BookLine {
    const amount = ((this.high[place] ?? 0n) << LOW_BITS) | (this.low[place] ?? 0n);
    return { side, rateKey: key, amount, count: this.counts[place] ?? 0 };
  }
}

const levelOf = (side: Side, key: RateKey): number => key * 2 + (side === 'buy' ? 1 : 0);
const sideOf = (level: number): Side => (level % 2 === 1 ? 'buy' : 'sell');
const keyOf = (level: number): RateKey => rateKey(Math.floor(level / 2));
