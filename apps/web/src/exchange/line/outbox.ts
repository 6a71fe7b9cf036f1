/** A frame of a screen: nobody sees more often than that what has changed. */
const EVERY_MS = 16;

/**
 * Hands over what is put into it, in order: at once when nothing was for a while, else together with what comes until then,
 * and never before the last was taken. So whoever takes it slowly gets more at a time, not more of it.
 */
export class Outbox<T> {
  #waiting: T[] = [];
  #isUntaken = false;
  #handedAt = -EVERY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hand: (all: readonly T[]) => void) {}

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  put(one: T): void {
    this.#waiting.push(one);
    this.#ask();
  }

  /** What was handed over last has been taken. */
  taken(): void {
    this.#isUntaken = false;
    this.#ask();
  }

  #ask(): void {
    if (this.#isUntaken || this.#waiting.length === 0 || this.#timer !== undefined) return;
    const waitMs = this.#handedAt + EVERY_MS - performance.now();
    if (waitMs <= 0) this.#handOver();
    else this.#timer = setTimeout(() => this.#handOver(), waitMs);
  }

  #handOver(): void {
    this.#timer = undefined;
    this.#isUntaken = true;
    this.#handedAt = performance.now();
    this.hand(this.#waiting.splice(0));
  }
}
