import type { Address } from '@exchange/core/kernel';
import { tellFeeTier } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';

/** Tells a connected account its tier once, if a schedule that has started changed it. */
export function tellNewFees({ book, output, at }: LedgerTurn, account: Address): void {
  // A stranger has no rows to number its notices by; it learns its tier when it logs in or asks.
  if (book.login(account).onRecord) output.take(account, tellFeeTier(book.ledgerOf(account), account, at));
}
