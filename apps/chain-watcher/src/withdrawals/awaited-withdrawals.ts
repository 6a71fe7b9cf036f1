import type { WithdrawalNonce } from '@exchange/contract/chain';
import type { ChainFact, CosignRequest } from '@exchange/core/message';
import { EndedWithdrawals, endsWithdrawal } from './ended-withdrawals';
import { WithdrawalRows } from './withdrawal-rows';

/** A withdrawal that may be co-signed, and mined until its deadline (Unix seconds of block time). */
export interface AwaitedWithdrawal extends WithdrawalNonce {
  readonly deadline: number;
}

/**
 * What accounts asked to be co-signed, until a final block shows it or is past its deadline. The ledger gives such an amount
 * free when a final block is past the deadline without it, so no block is told as final before its absence is confirmed.
 */
export class AwaitedWithdrawals extends WithdrawalRows<AwaitedWithdrawal> {
  readonly ended = new EndedWithdrawals();

  /** What was asked for; the same request may come again, or after final blocks of up to this time that showed its end. */
  take(request: CosignRequest, finalTime: number): void {
    if (request.kind !== 'withdrawal' || this.ended.has(request, finalTime)) return;
    const { account, nonce, deadline } = request;
    this.keep({ account, nonce, deadline });
  }

  /** Those that can't be mined after a block of this time. */
  dueAt(time: number): readonly AwaitedWithdrawal[] {
    return [...this.all()].filter(({ deadline }) => deadline < time);
  }

  /** A block became final: what it shows, or is too late for, is no longer awaited. */
  passFinal({ time, facts }: { readonly time: number; readonly facts: readonly ChainFact[] }): void {
    this.ended.note(facts, time);
    for (const shown of facts.filter(endsWithdrawal)) this.drop(shown);
    for (const due of this.dueAt(time)) this.drop(due);
  }
}
