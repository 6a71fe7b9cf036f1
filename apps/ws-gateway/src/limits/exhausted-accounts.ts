import { type Address, reject, type Rejection } from '@exchange/core/kernel';

/**
 * Accounts that account-service refused for their points, until their window has moved so far that the refused command
 * would fit: meanwhile what costs as much or more isn't asked for again, whatever connection wants it (docs/interface,
 * points and other limits). Tenths of points; times of the steady clock.
 */
export class ExhaustedAccounts {
  /** Per account and cost: until when so much doesn't fit. There are only as many costs as commands have. */
  private readonly until = new Map<Address, Map<number, number>>();

  remember(account: Address, tenths: number, until: number): void {
    const costs = this.until.get(account) ?? new Map<number, number>();
    this.until.set(account, costs.set(tenths, until));
  }

  /** Why a command of this cost need not be asked for now; undefined when it may fit. */
  refusal(account: Address, tenths: number, now: number): Rejection | undefined {
    for (const [cost, until] of this.until.get(account) ?? []) {
      if (cost > tenths || until <= now) continue;
      const seconds = Math.ceil((until - now) / 1000);
      const sentence = 'the points of the account over all its connections are spent; not applied';
      return reject('RATE_LIMITED', `${sentence}, try again in ${seconds} s`);
    }
    return undefined;
  }

  /** The account may have another limit from now on. */
  forget(account: Address): void {
    this.until.delete(account);
  }

  /** Forgets what is over. */
  sweep(now: number): void {
    for (const [account, costs] of this.until) {
      for (const [cost, until] of costs) if (until <= now) costs.delete(cost);
      if (costs.size === 0) this.until.delete(account);
    }
  }

  /** How many accounts are remembered. */
  get size(): number {
    return this.until.size;
  }
}
