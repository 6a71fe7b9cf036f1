/** Rows beyond those to be seen that are there all the same, so that scrolling shows no gaps. */
const SPARE_ROWS = 4;
/** A list changes its rows this many at a time: what a change costs is the same for one row and for some. */
const STEP_ROWS = 6;

/** The rows of a long list that have to be there: from, and to (not included). */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

/** The place from which a window is taken: the same while one scrolls within a step. In pixels. */
export function windowPlace(scrolled: number, rowHeight: number): number {
  const step = rowHeight * STEP_ROWS;
  return Math.floor(Math.max(0, scrolled) / step) * step;
}

/** Of `count` rows of the same height those that are seen from a place on, or within a step from it, and some more on both ends. All in pixels. */
export function rowWindow(count: number, rowHeight: number, place: number, height: number): RowWindow {
  const first = Math.floor(place / rowHeight) - SPARE_ROWS;
  const last = Math.ceil((place + height) / rowHeight) + STEP_ROWS + SPARE_ROWS;
  const to = Math.min(count, Math.max(0, last));
  return { from: Math.min(Math.max(0, first), to), to };
}
