import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 10_000;
/** Kept clear of the limit, and of its edge: what is measured here arrives a little later there. */
const TENTHS = 440;
const MARGIN_MS = 300;

/** Spends rate points as the interface allows, waiting when the window is full. */
export class Budget {
  #spent: { at: number; tenths: number }[] = [];

  async spend(tenths: number): Promise<void> {
    for (;;) {
      const now = Date.now();
      this.#spent = this.#spent.filter(({ at }) => now - at < WINDOW_MS + MARGIN_MS);
      const used = this.#spent.reduce((sum, one) => sum + one.tenths, 0);
      if (used + tenths <= TENTHS) {
        this.#spent.push({ at: now, tenths });
        return;
      }
      const oldest = this.#spent[0];
      await sleep(oldest === undefined ? MARGIN_MS : oldest.at + WINDOW_MS + MARGIN_MS - now);
    }
  }
}
