/** After a refusal the share is so much of what was spent. */
const LESS = 0.7;
/** It grows by so much of the limit in each of these times without a refusal. */
const MORE = 0.05;
const STEP_MS = 5_000;
const LEAST_TENTHS = 30;
/** Refusals of what was under way together count once. */
const TOGETHER_MS = 500;

/**
 * How much of an account's points this client takes. Others with the same account spend them too, which only refusals
 * tell: so the share falls fast and grows slowly, and all of them come to go on.
 */
export class Share {
  #tenths = Number.POSITIVE_INFINITY;
  #changedAt = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** At most so many tenths may be spent in a window now. */
  most(limit: number, now: number): number {
    if (this.#tenths >= limit) return limit;
    const steps = Math.floor((now - this.#changedAt) / STEP_MS);
    if (steps > 0) {
      this.#tenths += steps * MORE * limit;
      this.#changedAt += steps * STEP_MS;
    }
    return Math.min(limit, this.#tenths);
  }

  /** The server refused for its points when this client had spent so much. */
  refused(spent: number, limit: number, now: number): void {
    if (now - this.#refusedAt < TOGETHER_MS) return;
    this.#refusedAt = now;
    this.#tenths = Math.max(LEAST_TENTHS, LESS * Math.min(this.most(limit, now), spent));
    this.#changedAt = now;
  }
}
