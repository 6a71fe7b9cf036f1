/** Wait before the first and at most before any attempt to connect again, ms. */
export interface BackoffMs {
  readonly first: number;
  readonly most: number;
}

export const BACKOFF_MS: BackoffMs = { first: 250, most: 30_000 };
/** While a line is away for less than this, tries are close enough to be back within a second after it. */
const SHORT_OUTAGE_MS = 30_000;
const SHORT_PAUSE_MS = 400;
/** A line that was ready for less counts as one that closed right after it opened. */
const STEADY_MS = 2_000;

/**
 * How long to wait before the next line: twice as long after each that failed, also after one that opened and closed
 * right away. Half of the pause is random, so that clients don't all come back at once after an outage.
 */
export class LinePauses {
  #failures = 0;
  #closures = 0;
  #since: number | undefined;
  #readyAt: number | undefined;
  #opened = false;

  constructor(
    private readonly pauses: BackoffMs,
    private readonly random: () => number,
  ) {}

  open(): void {
    this.#opened = true;
  }

  ready(now: number): void {
    this.#readyAt = now;
  }

  /** The line is gone, or never was: how many ms to wait. */
  lost(now: number): number {
    const wasSteady = this.#readyAt !== undefined && now - this.#readyAt >= STEADY_MS;
    if (wasSteady) {
      this.#failures = 0;
      this.#closures = 0;
      this.#since = undefined;
    }
    const { first, most } = this.pauses;
    this.#since ??= now;
    if (this.#opened && !wasSteady) this.#closures += 1;
    const isShort = this.#closures === 0 && now - this.#since < SHORT_OUTAGE_MS;
    const longest = isShort ? Math.min(most, SHORT_PAUSE_MS) : most;
    const pauseMs = Math.min(longest, first * 2 ** this.#failures) * (0.5 + this.random() / 2);
    this.#failures += 1;
    this.#opened = false;
    this.#readyAt = undefined;
    return pauseMs;
  }
}
