import { type Address, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import { settlementCost } from '@exchange/core/ledger';
import type { LedgerTurn } from '../inbox/request-handler';

/**
 * What a taker pays for the settlement of each trade, in smallest units of what it buys, fixed for an order when it is
 * accepted or edited: the gas of a trade at today's gas price, at the last known rate of the token. Nothing when it is
 * switched off, or price or rate aren't known yet.
 */
export function settlementFee({ book, context }: LedgerTurn, boughtToken: Address): TokenAmount {
  const gas = context.policy.settlementGas;
  const { gasPrice } = book.rates;
  const token = book.listing.tokenRules(boughtToken);
  const rate = token && book.rates.etherRate(token);
  if (gas === 0 || gasPrice === undefined || token === undefined || rate === undefined) return ZERO_AMOUNT;
  return settlementCost({ gas, gasPrice }, token.decimals, rate);
}
