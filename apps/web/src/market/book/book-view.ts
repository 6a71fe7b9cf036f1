import type { Side } from '@exchange/core/kernel';
import type { BookRows } from './book-rows';

export const ROW_PX = 20;
export const SPREAD_PX = 28;

/** A row of a side, counted from the best one. */
export interface RowPlace {
  readonly side: Side;
  readonly at: number;
}

/**
 * Where rows stand in a book that has so many rows a side at most: asks above, the best one lowest, then the spread, then
 * bids. Pixels from the top of the whole.
 */
export class BookView {
  readonly height: number;
  /** Top of the spread. */
  readonly middle: number;

  constructor(readonly rowsPerSide: number) {
    this.middle = rowsPerSide * ROW_PX;
    this.height = 2 * this.middle + SPREAD_PX;
  }

  /** The top of a row. */
  top({ side, at }: RowPlace): number {
    return side === 'sell' ? this.middle - (at + 1) * ROW_PX : this.middle + SPREAD_PX + at * ROW_PX;
  }

  /** The row at this height; undefined on the spread, and where a side has none. */
  rowAt(y: number, rows: BookRows): RowPlace | undefined {
    const side = y < this.middle ? 'sell' : 'buy';
    const from = side === 'sell' ? this.middle - y : y - this.middle - SPREAD_PX;
    const at = side === 'sell' ? Math.ceil(from / ROW_PX) - 1 : Math.floor(from / ROW_PX);
    return from < 0 || at < 0 || rows[side][at] === undefined ? undefined : { side, at };
  }

  /** Which rows of a side are to be seen between these heights: from, and to (not included). */
  seen(side: Side, top: number, bottom: number): { readonly from: number; readonly to: number } {
    const [near, far] =
      side === 'sell'
        ? [this.middle - bottom, this.middle - top]
        : [top - this.middle - SPREAD_PX, bottom - this.middle - SPREAD_PX];
    const from = Math.max(0, Math.floor(near / ROW_PX));
    return { from, to: Math.max(from, Math.min(this.rowsPerSide, Math.ceil(far / ROW_PX))) };
  }
}
