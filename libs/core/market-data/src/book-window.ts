import type { Side } from '@exchange/core/kernel';
import { bothSides, goneLine, type BookLine } from './book-line';
import type { GroupedBook } from './grouped-book';

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
   * Follows the book after its `apply`. Applying the returned updates to the old window gives exactly the new one: a
   * line that left is told as gone, also when a better one pushed it out, and a line that moved in is told in full.
   * @param touched what the book's `apply` returned
   */
  refresh(touched: readonly BookLine[]): readonly BookLine[] {
    return bothSides((side) => this.refreshSide(side, touched));
  }

  private refreshSide(side: Side, touched: readonly BookLine[]): readonly BookLine[] {
    const lines = this.book.sides[side];
    const changed = touched.filter((line) => line.side === side && lines.placeOf(line.rateKey) < this.depth);
    if (changed.length === 0) return [];
    const before = new Map(this.shown[side].map((line) => [line.rateKey, line]));
    const now = lines.best(this.depth);
    this.shown[side] = now;
    const updates: BookLine[] = [];
    for (const line of now) {
      const old = before.get(line.rateKey);
      if (old?.amount !== line.amount || old.count !== line.count) updates.push(line);
      before.delete(line.rateKey);
    }
    return [...Array.from(before.keys(), (rateKey) => goneLine(side, rateKey)), ...updates];
  }
}
