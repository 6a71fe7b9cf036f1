import { ALARM_EVERY_MS } from '@exchange/core/kernel';

/** What wasn't seen for so long is over: whoever has something to ask asks more often. */
const OVER_AFTER_MS = 60_000;

/**
 * Something that is usual for a moment, and needs somebody who looks when it lasts. Times are milliseconds that only rise;
 * `believedMs`: how long it is usual.
 */
export class LastingTrouble {
  #since: number | undefined;
  #seenAt = Number.NEGATIVE_INFINITY;
  #alarmedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly believedMs: number) {}

  /** It is so now. How long it has been so, if an alarm is due. */
  seen(now: number): number | undefined {
    if (this.#since === undefined || now - this.#seenAt > OVER_AFTER_MS) this.#since = now;
    this.#seenAt = now;
    const lastedMs = now - this.#since;
    if (lastedMs < this.believedMs || now - this.#alarmedAt < ALARM_EVERY_MS) return undefined;
    this.#alarmedAt = now;
    return lastedMs;
  }

  over(): void {
    this.#since = undefined;
  }
}
