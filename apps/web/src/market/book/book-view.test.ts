import { describe, expect, it } from '@jest/globals';
import type { DrawnRow, BookRows } from './book-rows';
import { BookView, ROW_PX, SPREAD_PX } from './book-view';

const row: DrawnRow = {
  ...{ rate: '1', cumulated: 1n, rateText: '1', amountText: '1', totalText: '1', share: 1 },
};
const rows: BookRows = { buy: [row, row, row], sell: [row, row] };
const view = new BookView(4);

describe('the places of a book’s rows', () => {
  it('are found again where they are drawn', () => {
    for (const side of ['buy', 'sell'] as const)
      for (const at of rows[side].keys()) {
        const top = view.top({ side, at });
        for (const y of [top + 1, top + ROW_PX - 1]) expect(view.rowAt(y, rows)).toEqual({ side, at });
      }
  });

  it('are none on the spread, and where a side has no row', () => {
    expect(view.rowAt(view.middle + 1, rows)).toBeUndefined();
    expect(view.rowAt(view.middle + SPREAD_PX - 1, rows)).toBeUndefined();
    expect(view.rowAt(1, rows)).toBeUndefined();
    expect(view.rowAt(view.height - 1, rows)).toBeUndefined();
  });

  it('that are seen are those that the window shows', () => {
    expect(view.seen('sell', 0, view.height)).toEqual({ from: 0, to: 4 });
    expect(view.seen('buy', 0, view.height)).toEqual({ from: 0, to: 4 });
    expect(view.seen('sell', ROW_PX * 3, view.middle + 5)).toEqual({ from: 0, to: 1 });
    expect(view.seen('buy', 0, view.middle)).toEqual({ from: 0, to: 0 });
    expect(view.seen('buy', view.middle + SPREAD_PX + ROW_PX, view.height)).toEqual({ from: 1, to: 4 });
  });
});
