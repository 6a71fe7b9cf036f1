import type { WithdrawalNonce } from '@exchange/contract/chain';
import { WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import type { ChainFact } from '@exchange/core/message';

const DAY = 86_400;
/** Longer than requests for withdrawals are on their way, and than they may be mined. */
const KEPT_SECONDS = 14 * DAY;
/** What ended since a deadline that is no older is surely kept. */
const JUDGED_SECONDS = 7 * DAY;
/** A nonce may be voided long before anybody asks for a withdrawal with it. What that may cost: docs/runbooks/limits.md. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** A nonce of a co-signed withdrawal that a final block has shown as used, kept until a block of this time (Unix seconds). */
export interface EndedWithdrawal extends WithdrawalNonce {
  readonly until: number;
}

export const withdrawalKey = ({ account, nonce }: WithdrawalNonce): string => `${account}:${nonce}`;

/**
 * What final blocks showed of withdrawals, since who is to wait for one may hear of it only afterwards: from a log that it
 * reads later than the chain, or when an account voids nonces beforehand. Then nothing is to be waited for.
 */
export class EndedWithdrawals {
  readonly #kept = new Map<string, EndedWithdrawal>();
  readonly #touched = new Map<string, EndedWithdrawal>();

  /** Takes up what the database holds. */
  restore(rows: readonly EndedWithdrawal[]): void {
    this.#kept.clear();
    for (const row of rows) this.#kept.set(withdrawalKey(row), row);
  }

  /** A block of this time became final with these facts. */
  note(facts: readonly ChainFact[], time: number): void {
    for (const fact of facts) {
      const isVoid = fact.kind === 'nonce_voided';
      if (!isVoid && (fact.kind !== 'withdrawn' || fact.by === 'exit')) continue;
      const { account, nonce } = fact;
      if (nonce >= WITHDRAWAL_NONCE_FIRST)
        this.#set({ account, nonce, until: isVoid ? FOREVER : time + KEPT_SECONDS });
    }
  }

  /** Forgets what nobody asks for any more after a final block of this time. */
  forget(time: number): void {
    for (const [key, ended] of this.#kept) {
      if (ended.until >= time) continue;
      this.#kept.delete(key);
      this.#touched.set(key, ended);
    }
  }

  /**
   * Whether a withdrawal is known to have ended by a final block of this time, or its deadline is so long ago that the ledger
   * decided on it by blocks which nobody can judge any more.
   */
  has(withdrawal: WithdrawalNonce & { readonly deadline: number }, time: number): boolean {
    return this.#kept.has(withdrawalKey(withdrawal)) || withdrawal.deadline < time - JUDGED_SECONDS;
  }

  isKept(ended: WithdrawalNonce): boolean {
    return this.#kept.has(withdrawalKey(ended));
  }

  /** Those that changed since the last call. */
  takeTouched(): readonly EndedWithdrawal[] {
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    return touched;
  }

  #set(ended: EndedWithdrawal): void {
    const key = withdrawalKey(ended);
    this.#kept.set(key, ended);
    this.#touched.set(key, ended);
  }
}
