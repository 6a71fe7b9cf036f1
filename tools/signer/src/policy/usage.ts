import type { Address } from '@exchange/core/kernel';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What was signed earlier counts in no limit. */
export const REMEMBERED_MS = 24 * HOUR_MS;

/** The sum of what was added within a time that moves on. */
class MovingSum {
  readonly #items: { readonly at: number; readonly amount: bigint }[] = [];
  #first = 0;
  #sum = 0n;

  constructor(private readonly windowMs: number) {}

  add(at: number, amount: bigint): void {
    this.#items.push({ at, amount });
    this.#sum += amount;
  }

  at(now: number): bigint {
    for (let item = this.#items[this.#first]; item && item.at <= now - this.windowMs;) {
      this.#sum -= item.amount;
      item = this.#items[(this.#first += 1)];
    }
    // Now and then, so that moving what is left costs nothing per item.
    if (this.#first > 1_000 && this.#first * 2 > this.#items.length) {
      this.#items.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#sum;
  }
}

/** An amount of a token that leaves the contract by what is signed. */
export interface TokenValue {
  readonly token: Address;
  readonly amount: bigint;
}

/** What was signed, as far as limits count it. */
export interface CountedSignature {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly digest: string;
  readonly values: readonly TokenValue[];
  /** What may be signed for one digest only: an account's withdrawal nonce. */
  readonly once: string | undefined;
}

/** What a key has signed within the last day. */
export class Usage {
  readonly #signatures = new MovingSum(MINUTE_MS);
  readonly #values = new Map<Address, { readonly hour: MovingSum; readonly day: MovingSum }>();
  readonly #digests = new Map<string, number>();
  readonly #once = new Map<string, CountedSignature>();

  /** Whether the same was signed before: it is signed again, and counts once. */
  has(digest: string, now: number): boolean {
    this.#forget(now);
    return this.#digests.has(digest);
  }

  signaturesInMinute(now: number): number {
    return Number(this.#signatures.at(now));
  }

  valueInHour(token: Address, now: number): bigint {
    return this.#values.get(token)?.hour.at(now) ?? 0n;
  }

  valueInDay(token: Address, now: number): bigint {
    return this.#values.get(token)?.day.at(now) ?? 0n;
  }

  /** Whether `once` belongs to another digest. */
  isTaken(once: string, digest: string): boolean {
    const taken = this.#once.get(once);
    return taken !== undefined && taken.digest !== digest;
  }

  /** Counts a signature against the rate alone: one that was given before. */
  countRepeat(at: number): void {
    this.#signatures.add(at, 1n);
  }

  count(signature: CountedSignature): void {
    const { at, digest, values, once } = signature;
    this.#signatures.add(at, 1n);
    this.#digests.set(digest, at);
    if (once !== undefined) this.#once.set(once, signature);
    for (const { token, amount } of values) {
      const sums = this.#values.get(token) ?? {
        hour: new MovingSum(HOUR_MS),
        day: new MovingSum(REMEMBERED_MS),
      };
      this.#values.set(token, sums);
      sums.hour.add(at, amount);
      sums.day.add(at, amount);
    }
  }

  /** They were counted in the order of time. */
  #forget(now: number): void {
    for (const [digest, at] of this.#digests) {
      if (at > now - REMEMBERED_MS) break;
      this.#digests.delete(digest);
    }
    for (const [once, { at }] of this.#once) {
      if (at > now - REMEMBERED_MS) break;
      this.#once.delete(once);
    }
  }
}
