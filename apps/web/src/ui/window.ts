/** Rows beyond those to be seen that are there all the same, so that scrolling shows no gaps. */
const SPARE_ROWS = 6;

/** The rows of a long list that have to be there: from, and to (not included). */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

/** Of `count` rows of the same height those that are seen, and some more on both ends. All in pixels. */
export function rowWindow(count: number, rowHeight: number, scrolled: number, height: number): RowWindow {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight) - SPARE_ROWS;
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight) + SPARE_ROWS;
  const to = Math.min(count, Math.max(0, last));
  return { from: Math.min(Math.max(0, first), to), to };
}
