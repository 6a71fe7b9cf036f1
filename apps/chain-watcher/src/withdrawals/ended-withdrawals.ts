import type { WithdrawalNonce } from '@exchange/contract/chain';
import { WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import type { ChainFact, ChainFactOf } from '@exchange/core/message';
import { WithdrawalRows } from './withdrawal-rows';

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

/** Whether a fact tells a withdrawal, or that its account voided it; an exit is none. */
export const endsWithdrawal = (fact: ChainFact): fact is ChainFactOf<'withdrawn' | 'nonce_voided'> =>
  fact.kind === 'nonce_voided' || (fact.kind === 'withdrawn' && fact.by !== 'exit');

/**
 * What final blocks showed of withdrawals, since who is to wait for one may hear of it only afterwards: from a log that it
 * reads later than the chain, or when an account voids nonces beforehand. Then nothing is to be waited for.
 */
export class EndedWithdrawals extends WithdrawalRows<EndedWithdrawal> {
  /** A block of this time became final with these facts. */
  note(facts: readonly ChainFact[], time: number): void {
    for (const { kind, account, nonce } of facts.filter(endsWithdrawal)) {
      const until = kind === 'nonce_voided' ? FOREVER : time + KEPT_SECONDS;
      if (nonce >= WITHDRAWAL_NONCE_FIRST) this.keep({ account, nonce, until });
    }
  }

  /** Forgets what nobody asks for any more after a final block of this time. */
  forget(time: number): void {
    for (const ended of this.all()) if (ended.until < time) this.drop(ended);
  }

  /**
   * Whether a withdrawal is known to have ended by a final block of this time, or its deadline is so long ago that the ledger
   * decided on it by blocks which nobody can judge any more.
   */
  has(withdrawal: WithdrawalNonce & { readonly deadline: number }, time: number): boolean {
    return this.isKept(withdrawal) || withdrawal.deadline < time - JUDGED_SECONDS;
  }
}
