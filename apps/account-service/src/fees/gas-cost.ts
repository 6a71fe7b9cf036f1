import { type Address, divideDown, divideUp, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import { settlementCost } from '@exchange/core/ledger';
import type { AccountBook } from '../accounts/account-book';
import type { LedgerTurn } from '../ledger-turn';

/** So much gas at today's gas price, in smallest units of a token at its last known rate; undefined while one isn't known. */
function gasCost(
  { rates, listing }: AccountBook,
  gas: number,
  contract: Address,
  divide: typeof divideDown | typeof divideUp,
): TokenAmount | undefined {
  const { gasPrice } = rates;
  const token = listing.tokenRules(contract);
  const rate = token && rates.etherRate(token);
  if (gasPrice === undefined || token === undefined || rate === undefined) return undefined;
  return settlementCost({ gas, gasPrice }, token.decimals, rate, divide);
}

/**
 * What giving a withdrawal of the token to the contract costs, in its smallest units, rounded up. While price or rate
 * aren't known it is the contract's cap for the token, what its admin lets the short forms pay at most; undefined when
 * there is none.
 */
export function withdrawalCost(book: AccountBook, gas: number, token: Address): TokenAmount | undefined {
  if (gas === 0) return ZERO_AMOUNT;
  const cap = book.withdrawalFeeCap(token);
  return gasCost(book, gas, token, divideUp) ?? (cap > 0n ? cap : undefined);
}

/**
 * What a taker pays for the settlement of each trade in the token that it buys, fixed when an order is accepted or
 * edited; nothing while price or rate aren't known.
 */
export const settlementFee = ({ book, rules }: LedgerTurn, boughtToken: Address): TokenAmount =>
  gasCost(book, rules.policy.settlementGas, boughtToken, divideDown) ?? ZERO_AMOUNT;
