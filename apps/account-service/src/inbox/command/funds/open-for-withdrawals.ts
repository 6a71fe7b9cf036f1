import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import type { LedgerTurn } from '../../../ledger-turn';

/** Whether a token may leave by our hand now; the contract's own exit stays open whatever we say. */
export function openForWithdrawals({ book }: Pick<LedgerTurn, 'book'>, token: Address): Result<true> {
  const { withdrawalPause, pausedWithdrawals, listing } = book;
  if (withdrawalPause !== undefined) {
    const message = `withdrawals are paused while a difference is looked into (${withdrawalPause}); exits in the contract go on`;
    return reject('WITHDRAWALS_PAUSED', message);
  }
  const { all, tokens } = pausedWithdrawals;
  if (!all && !tokens.includes(token)) return ok(true);
  const which = all ? 'withdrawals' : `withdrawals of ${listing.symbolOf(token)}`;
  return reject('WITHDRAWALS_PAUSED', `${which} are paused by the operator; exits in the contract go on`);
}
