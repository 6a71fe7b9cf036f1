import type { BookLevelView } from '@exchange/contract/bus';
import type { Side } from '@exchange/core/kernel';

/** The visible levels of one side, in the order of their rate keys. */
class SideLevels {
  private readonly levels = new Map<number, BookLevelView>();
  /** Ascending; a level enters or leaves far less often than its amount changes. */
  private readonly keys: number[] = [];

  constructor(private readonly bestFirst: 'up' | 'down') {}

  set(level: BookLevelView): void {
    const known = this.levels.has(level.rateKey);
    if (level.count === 0) {
      if (!known) return;
      this.levels.delete(level.rateKey);
      this.keys.splice(this.place(level.rateKey), 1);
      return;
    }
    if (!known) this.keys.splice(this.place(level.rateKey), 0, level.rateKey);
    this.levels.set(level.rateKey, level);
  }

  get(rateKey: number): BookLevelView | undefined {
    return this.levels.get(rateKey);
  }

  *best(): IterableIterator<BookLevelView> {
    const { keys } = this;
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[this.bestFirst === 'up' ? at : keys.length - 1 - at];
      const level = key === undefined ? undefined : this.levels.get(key);
      if (level !== undefined) yield level;
    }
  }

  /** The index of the first key that is not below `key`. */
  private place(key: number): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] ?? Infinity) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** All visible levels of a market in full precision. */
export class VisibleBook {
  private readonly buys = new SideLevels('down');
  private readonly sells = new SideLevels('up');

  /** Replaces a level; one with count 0 is gone. */
  set(level: BookLevelView): void {
    this.sideOf(level.side).set(level);
  }

  /** The levels of a side, best first: buys by falling, sells by rising rate. */
  best(side: Side): IterableIterator<BookLevelView> {
    return this.sideOf(side).best();
  }

  /** What turns this book into the other one: changed and new levels, and 0 and 0 for those that are gone. */
  changesTo(other: VisibleBook): BookLevelView[] {
    const changes: BookLevelView[] = [];
    for (const side of ['buy', 'sell'] as const) {
      for (const level of this.best(side)) {
        if (other.sideOf(side).get(level.rateKey) === undefined)
          changes.push({ side, rateKey: level.rateKey, amount: '0', count: 0 });
      }
      for (const level of other.best(side)) {
        const mine = this.sideOf(side).get(level.rateKey);
        if (mine?.amount !== level.amount || mine.count !== level.count) changes.push(level);
      }
    }
    return changes;
  }

  private sideOf(side: Side): SideLevels {
    return side === 'buy' ? this.buys : this.sells;
  }
}
