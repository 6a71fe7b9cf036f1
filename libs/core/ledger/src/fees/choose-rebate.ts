import { present } from '@exchange/core/kernel';
import type { Ledger } from '../ledger';
import { grossOf, type Rebate, type Trade } from '../trade/trade';
import { grantableBudget } from './rebate-budget';

/**
 * The rebate of a trade, before it is applied: in the token that the maker chose, if the budget covers it over all partitions
 * that share it; else in its other token; else undefined, and the maker gets none (docs: ledger, rebates).
 * @param ledger of the maker's partition
 */
export function chooseRebate(ledger: Ledger, trade: Trade): Rebate | undefined {
  const { account, orderId, fees } = trade.maker;
  const { rebateInSold, rebateInBought } = grossOf(ledger, trade).fees.maker;
  if (rebateInSold === 0n && rebateInBought === 0n) return undefined;
  const order = present(ledger.account(account).orders.get(orderId), `open order ${orderId}`);
  const { sellToken, buyToken } = order.signed.terms;
  const inSold = { units: rebateInSold, token: sellToken, inBought: false };
  const inBought = { units: rebateInBought, token: buyToken, inBought: true };
  const wanted = fees.rebateToken === 'buy' ? [inBought, inSold] : [inSold, inBought];
  return wanted.find(({ units, token }) => units > 0n && units <= grantableBudget(ledger, token));
}
