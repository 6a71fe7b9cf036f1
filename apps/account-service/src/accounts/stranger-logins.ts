import type { Address } from '@exchange/core/kernel';
import type { SessionRow } from '../persistence/tables/login-tables';

/** What is known of an account's logins. */
export interface Logins {
  session: SessionRow | undefined;
  /** The highest login nonces of each key that logged in for the account. */
  nonces: Map<Address, readonly number[]>;
}

const STRANGERS_MAX = 50_000;

/**
 * Logins of accounts without anything on record, which get no rows: kept here when memory lets the account go, so that
 * a login message can't be used again, and written as soon as the account is on record. When there are too many, and
 * after a restart, the oldest are forgotten: such an account has nothing that a replayed login could look at.
 */
export class StrangerLogins {
  private readonly logins = new Map<Address, Logins>();

  constructor(private readonly most = STRANGERS_MAX) {}

  keep(account: Address, { session, nonces }: Logins): void {
    if (nonces.size === 0 && session === undefined) return;
    this.logins.delete(account);
    this.logins.set(account, { session, nonces });
    for (const oldest of this.logins.keys()) {
      if (this.logins.size <= this.most) return;
      this.logins.delete(oldest);
    }
  }

  /** Hands back what was kept; it is the caller's again. */
  take(account: Address): Logins | undefined {
    const kept = this.logins.get(account);
    this.logins.delete(account);
    return kept;
  }
}
