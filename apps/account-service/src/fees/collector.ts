import { type Address, ok, type Result, type TokenAmount } from '@exchange/core/kernel';
import { collectFees, type Fact, freeFees, type TokenRules } from '@exchange/core/ledger';
import type { LedgerTurn } from '../ledger-turn';

/** The collector's own withdrawal takes what it lacks from the fees that are free; nobody else has any. */
export function collectFor(
  { book, at }: LedgerTurn,
  account: Address,
  token: TokenRules,
  needed: TokenAmount,
): Result<readonly Fact[]> {
  if (account !== book.collector) return ok([]);
  const free = freeFees(book.ledgers, token.contract);
  return collectFees(book.ledgerOf(account), { account, token, needed, free, at });
}
