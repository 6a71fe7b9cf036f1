import type { Side } from '@exchange/core/kernel';
import { bothSides, type BookLine } from './book-line';
import type { GroupedBook } from './grouped-book';
import type { LevelChange } from './level-book';
import { lineChanges } from './line-changes';

/** The best lines of each side of a grouped book, as a subscriber sees them. */
export class BookWindow {
  private readonly shown: Record<Side, readonly BookLine[]>;

  /** @param depth lines for each side; infinity for the whole book */
  constructor(
    private readonly book: GroupedBook,
    private readonly depth: number,
  ) {
    this.shown = { buy: book.sides.buy.best(depth), sell: book.sides.sell.best(depth) };
  }

  /** The window: buys with the highest rate first, then sells with the lowest first. */
  lines(): readonly BookLine[] {
    return bothSides((side) => this.shown[side]);
  }

  /**
   * Follows the book after its `apply`. Applying the returned changes to the old window gives exactly the new one: a
   * line that left is told as gone, also when a better one pushed it out, and a line that moved in is told in full.
   * @param touched what the book's `apply` returned
   */
  refresh(touched: readonly LevelChange[]): readonly LevelChange[] {
    return [...this.refreshSide('buy', touched), ...this.refreshSide('sell', touched)];
  }

  private refreshSide(side: Side, touched: readonly LevelChange[]): readonly LevelChange[] {
    const lines = this.book.sides[side];
    const isSeen = ({ after }: LevelChange) =>
      after.side === side && lines.placeOf(after.rateKey) < this.depth;
    if (!touched.some(isSeen)) return [];
    const before = this.shown[side];
    const now = lines.best(this.depth);
    this.shown[side] = now;
    return lineChanges(side, before, now);
  }
}
