import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import { POINT_TENTHS_MAX, POINT_WINDOW_MS, SlidingWindow } from '@exchange/core/wire';

/**
 * The points that each account spends over all its connections at all gateways. It is exact: every command of an
 * account passes through here in one order, and each is charged before anything is done for it
 * (docs/interface, points and other limits). Tenths of a point; times of the steady clock.
 */
export class AccountPoints {
  /** Accounts that the operator gave another figure; few. */
  private readonly raised = new Map<Address, number>();
  private readonly spent = new Map<Address, SlidingWindow>();

  /** The operator's figure for this account; null for the usual one. */
  setLimit(account: Address, tenths: number | null): void {
    if (tenths === null) this.raised.delete(account);
    else this.raised.set(account, tenths);
  }

  /** Undefined when the account has the usual figure. */
  raisedLimit(account: Address): number | undefined {
    return this.raised.get(account);
  }

  /** RATE_LIMITED, at no cost to the account, when it can't afford it now; with when it could. */
  charge(account: Address, tenths: number, at: number): Result<void> {
    const limit = this.raised.get(account) ?? POINT_TENTHS_MAX;
    const window = this.spent.get(account) ?? new SlidingWindow(POINT_WINDOW_MS);
    if (!window.fits(tenths, limit, at)) {
      const spent = `${window.spent(at) / 10} of ${limit / 10} points spent within 10 s`;
      return {
        ...reject('RATE_LIMITED', `${spent} over all connections of the account; not applied`),
        retryAfterMs: window.waitMs(tenths, limit, at),
      };
    }
    window.spend(tenths, at);
    this.spent.set(account, window);
    return ok(undefined);
  }

  /** Forgets accounts of which nothing counts any more. */
  sweep(at: number): void {
    for (const [account, window] of this.spent) if (window.spent(at) === 0) this.spent.delete(account);
  }

  /** How many accounts are remembered for what they spent. */
  get size(): number {
    return this.spent.size;
  }
}
