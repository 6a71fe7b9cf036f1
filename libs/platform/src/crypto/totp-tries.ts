const WINDOW_MS = 15 * 60_000;
const TRIES_PER_WINDOW = 5;
/** Pairs kept in memory; far more than one account's 100 tries a day can fill for accounts that have a salt. */
const PAIRS_MAX = 100_000;

/** Tries of TOTP codes by account and client address, so that one address can't guess (docs/interface, getTOTPSalt). */
export class TotpTries {
  /** Unix ms of the newest tries of each pair, oldest first; pairs in the order of their newest try. */
  private readonly tries = new Map<string, number[]>();

  /** Counts a try; false when the pair has had its tries. One that isn't allowed counts for nothing. */
  take(account: string, client: string, at: number): boolean {
    const pair = `${account} ${client}`;
    const recent = (this.tries.get(pair) ?? []).filter((time) => time > at - WINDOW_MS);
    if (recent.length >= TRIES_PER_WINDOW) return false;
    this.tries.delete(pair);
    this.tries.set(pair, [...recent, at]);
    this.forget(at);
    return true;
  }

  private forget(at: number): void {
    for (const [pair, times] of this.tries) {
      const isOver = (times.at(-1) ?? 0) <= at - WINDOW_MS;
      if (!isOver && this.tries.size <= PAIRS_MAX) return;
      this.tries.delete(pair);
    }
  }
}
