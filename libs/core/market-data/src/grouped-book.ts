import { coarsenRate, type Side } from '@exchange/core/kernel';
import { goneLine, type BookLine } from './book-line';
import type { LevelChange } from './level-book';
import { SortedLines } from './sorted-lines';

/**
 * A book whose levels are grouped to rates of 1–5 significant digits, buys down and sells up, so that no line looks
 * better than what stands in it.
 */
export class GroupedBook {
  readonly sides: Readonly<Record<Side, SortedLines>> = {
    buy: new SortedLines('buy'),
    sell: new SortedLines('sell'),
  };

  constructor(readonly digits: number) {}

  /**
   * Applies changes of levels and returns how lines changed, each once; one that came and went within the changes is
   * none, since nobody ever saw it.
   */
  apply(changes: readonly LevelChange[]): readonly LevelChange[] {
    const touched = new Map<string, BookLine>();
    for (const { before, after } of changes) {
      const { side } = after;
      const rateKey = coarsenRate(after.rateKey, side, this.digits);
      const line = this.sides[side].at(rateKey);
      this.sides[side].set({
        side,
        rateKey,
        amount: line.amount + after.amount - before.amount,
        count: line.count + after.count - before.count,
      });
      const name = `${side}${rateKey}`;
      if (!touched.has(name)) touched.set(name, line);
    }
    return this.changed(touched.values());
  }

  private changed(lines: Iterable<BookLine>): LevelChange[] {
    const changes: LevelChange[] = [];
    for (const before of lines) {
      const after = this.sides[before.side].at(before.rateKey);
      if (after.amount !== before.amount || after.count !== before.count) changes.push({ before, after });
    }
    return changes;
  }

  /**
   * Starts from the lines of a full-precision book.
   * @example
   * GroupedBook.of(2, [
   *   { side: 'buy', rateKey: rateKey(20_019), amount: 5n, count: 1 },
   *   { side: 'buy', rateKey: rateKey(20_900), amount: 7n, count: 2 },
   * ]).sides.buy.at(rateKey(20_000)) // → { side: 'buy', rateKey: 20_000, amount: 12n, count: 3 }
   */
  static of(digits: number, lines: readonly BookLine[]): GroupedBook {
    const book = new GroupedBook(digits);
    book.apply(lines.map((after) => ({ before: goneLine(after.side, after.rateKey), after })));
    return book;
  }
}
