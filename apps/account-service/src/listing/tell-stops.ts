import type { Address } from '@exchange/core/kernel';
import { cancelWhereOpen } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';

/** So many accounts are told in one turn. */
export const TOLD_AT_ONCE = 500;

/**
 * Tells accounts that they may only cancel, or that they may do everything again. What a late account still offers in
 * markets that aren't stopped is canceled: it would go on trading there.
 */
export function tellStops(turn: LedgerTurn, accounts: readonly Address[]): void {
  const { book, output, at } = turn;
  const inMemory = accounts.filter((account) => book.has(account));
  for (const account of inMemory) {
    output.tell(account, [{ kind: 'message', text: textFor(turn, account) }]);
    if (!book.unsettled.isLateAccount(account)) continue;
    output.take(account, cancelWhereOpen(book.ledgerOf(account), account, at));
  }
  book.unsettled.forgetChanged(inMemory);
}

function textFor({ book }: LedgerTurn, account: Address): string {
  const { contract, unsettled, withdrawalPause } = book;
  if (withdrawalPause !== undefined)
    return 'what the contract has is being checked: all markets take only cancels until that is done';
  if (contract.stop !== undefined)
    return 'settlement has stopped: all markets take only cancels until it goes on';
  return unsettled.isLateAccount(account)
    ? 'settlement of your trades is late: only cancels are taken until they are settled'
    : 'settlement is in time again';
}
