import { decimalFrom, movedBy } from '@exchange/core/kernel';

/** A peg follows its rate only when that has moved this far (docs/interface, orders). */
const LEAST_MOVE = { numerator: 1n, denominator: 10_000n };

/**
 * Which rate each market was told of each currency. A market that this process has told nothing has none: what an
 * earlier process told is taken back when this one begins.
 */
export class SentPegs {
  private readonly sent = new Map<string, string>();
  private begun = false;

  /** True once: everything that was told before this process is to be taken back. */
  begin(): boolean {
    const first = !this.begun;
    this.begun = true;
    return first;
  }

  /** Whether a market must be told: the rate became known or unknown, or moved. Notes what it is told. */
  change(market: string, currency: string, rate: string | null): boolean {
    const key = `${market} ${currency}`;
    const sent = this.sent.get(key) ?? null;
    if (!isMoved(sent, rate)) return false;
    if (rate === null) this.sent.delete(key);
    else this.sent.set(key, rate);
    return true;
  }
}

function isMoved(sent: string | null, rate: string | null): boolean {
  if (sent === null || rate === null) return sent !== rate;
  return movedBy(decimalFrom(sent), decimalFrom(rate), LEAST_MOVE);
}
