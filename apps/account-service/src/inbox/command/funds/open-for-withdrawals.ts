import { ok, reject, type Result } from '@exchange/core/kernel';
import type { LedgerTurn } from '../../../ledger-turn';

/** Whether anything may leave by our hand now; the contract's own exit stays open whatever we say. */
export function openForWithdrawals({ book }: Pick<LedgerTurn, 'book'>): Result<true> {
  const { withdrawalPause } = book;
  if (withdrawalPause === undefined) return ok(true);
  const message = `withdrawals are paused while a difference is looked into (${withdrawalPause}); exits in the contract go on`;
  return reject('WITHDRAWALS_PAUSED', message);
}
