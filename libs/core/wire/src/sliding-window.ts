import { assert } from '@exchange/core/kernel';

/** Arrays shorter than this aren't worth moving when their front was forgotten. */
const FORGOTTEN_MIN = 32;

/**
 * How much was spent within the last `windowMs`, exactly: what was spent at t counts up to t + windowMs − 1 ms. Whole
 * numbers only, so that sums are exact. Times are ms and are passed in; one that goes back counts as the newest
 * one. Memory is bounded by one pair of numbers for each ms of the window (docs/interface, points and other limits).
 */
export class SlidingWindow {
  private times: number[] = [];
  private costs: number[] = [];
  /** Where what still counts begins. */
  private first = 0;
  private total = 0;

  constructor(readonly windowMs: number) {}

  /** What counts at `now`. */
  spent(now: number): number {
    this.forget(now);
    return this.total;
  }

  /** Spends `cost` whatever was spent before. */
  spend(cost: number, now: number): void {
    assert(Number.isSafeInteger(cost) && cost >= 0, `not a cost: ${cost}`);
    this.forget(now);
    const last = this.times.length - 1;
    const at = Math.max(now, this.times[last] ?? now);
    if (this.times[last] === at && last >= this.first) this.costs[last] = (this.costs[last] ?? 0) + cost;
    else {
      this.times.push(at);
      this.costs.push(cost);
    }
    this.total += cost;
  }

  /** Whether `cost` more stays within `limit` at `now`. */
  fits(cost: number, limit: number, now: number): boolean {
    return this.spent(now) + cost <= limit;
  }

  /** How many ms after `now` `cost` more fits if nothing is spent meanwhile; of what never fits, the whole window. */
  waitMs(cost: number, limit: number, now: number): number {
    let excess = this.spent(now) + cost - limit;
    for (let index = this.first; excess > 0 && index < this.times.length; index += 1) {
      excess -= this.costs[index] ?? 0;
      if (excess <= 0) return (this.times[index] ?? now) + this.windowMs - now;
    }
    return excess > 0 ? this.windowMs : 0;
  }

  /** How many pairs of numbers are kept. */
  get size(): number {
    return this.times.length;
  }

  private forget(now: number): void {
    const over = now - this.windowMs;
    while (this.first < this.times.length && (this.times[this.first] ?? 0) <= over) {
      this.total -= this.costs[this.first] ?? 0;
      this.first += 1;
    }
    if (this.first < FORGOTTEN_MIN || this.first * 2 < this.times.length) return;
    this.times = this.times.slice(this.first);
    this.costs = this.costs.slice(this.first);
    this.first = 0;
  }
}
