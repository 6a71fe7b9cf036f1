import { type Address, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import { settlementCost } from '@exchange/core/ledger';
import type { AccountBook } from '../accounts/account-book';
import type { LedgerTurn } from '../ledger-turn';

/**
 * What so much gas costs at today's gas price, in smallest units of a token at its last known rate; rounded down.
 * Nothing for no gas, or while price or rate aren't known.
 */
export function gasCost({ rates, listing }: AccountBook, gas: number, contract: Address): TokenAmount {
  const { gasPrice } = rates;
  const token = listing.tokenRules(contract);
  const rate = token && rates.etherRate(token);
  if (gas === 0 || gasPrice === undefined || token === undefined || rate === undefined) return ZERO_AMOUNT;
  return settlementCost({ gas, gasPrice }, token.decimals, rate);
}

/** What a taker pays for the settlement of each trade in the token that it buys, fixed when an order is accepted or edited. */
export const settlementFee = ({ book, rules }: LedgerTurn, boughtToken: Address): TokenAmount =>
  gasCost(book, rules.policy.settlementGas, boughtToken);
