const PAUSE_MS_MIN = 200;
const PAUSE_MS_MAX = 5_000;

/** How often in a row a program ended by itself, and how long to wait before it is started again. */
export class Crashes {
  #inARow = 0;

  get inARow(): number {
    return this.#inARow;
  }

  /**
   * Counts an end after so long a run; ms until the next start: 200, doubled with each in a row, at most 5 s. Who ran
   * longer than the longest pause has recovered: its crash is a new one, and starts stay as rare.
   */
  pauseAfter(ranMs: number): number {
    if (ranMs > PAUSE_MS_MAX) this.#inARow = 0;
    this.#inARow += 1;
    return Math.min(PAUSE_MS_MIN * 2 ** (this.#inARow - 1), PAUSE_MS_MAX);
  }
}
