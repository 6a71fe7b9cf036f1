/** What the exchange has acknowledged to one account, and what it may have done without saying so. */
export class Claims {
  /** Ids of acknowledged orders by their CID. */
  readonly orders = new Map<number, number>();
  /** Ids of orders that were acknowledged as ended by a cancel. */
  readonly canceled = new Set<number>();
  /** Nonces of acknowledged withdrawals. */
  readonly withdrawals = new Set<number>();
  /** CIDs of orders whose outcome wasn't told: they may be there, but once at most. */
  readonly unknown = new Set<number>();
  /** How often each code was answered. */
  readonly refusals = new Map<string, number>();

  refused(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}
