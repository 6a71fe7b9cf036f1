import { buyAtRate, minAmount, rateRatio, sellAtRate } from '@exchange/core/kernel';
import type { DoneReason } from '@exchange/core/message';
import type { MarketState } from '../market/market-state';
import { unmatchedOrdersWait } from '../market/rules-version';
import type { Step } from '../market/step';
import { quantityOf, unmatchedQuantity, type OpenOrder } from '../order/open-order';
import { OFFER_UNITS } from './dust';

/**
 * Ends an order, which is nowhere now, whose part in the book is used up or too small to stay: it waits for an edit when what
 * else is signed could be offered again, otherwise it is done for this reason.
 */
export function endUsedUp(state: MarketState, step: Step, order: OpenOrder, reason: DoneReason): void {
  if (waitsForEdit(state, order)) step.waitForEdit(order);
  else step.tellDone(order, reason);
}

/**
 * Whether more of the order is signed and not matched than was in the book, and that much could be offered again at its last
 * rate. What must trade at once never waits.
 */
function waitsForEdit(state: MarketState, order: OpenOrder): boolean {
  const { execution } = order;
  if (!unmatchedOrdersWait(state) || (execution !== undefined && execution !== 'post_only')) return false;
  const traded = unmatchedQuantity(order);
  return traded > quantityOf(order) && meetsMinimums(state, order, traded);
}

/** Every minimum of an offer, as the ledger checks it (docs/interface, minimums), and those of what may stay. */
function meetsMinimums(
  { rules, decimals, lastRate }: MarketState,
  order: OpenOrder,
  traded: bigint,
): boolean {
  const { side, rateKey, sellAmount, sold } = order;
  const rate = rateRatio(rateKey, decimals);
  const quote =
    side === 'buy'
      ? minAmount<bigint>(sellAtRate(side, traded, rate), sellAmount - sold)
      : buyAtRate(side, traded, rate);
  const atLast = lastRate === undefined ? quote : sellAtRate('buy', traded, rateRatio(lastRate, decimals));
  const { minOrderAmount = 0n, minOrderAmountQuote = 0n, minOrderRemaining, minOrderRemainingQuote } = rules;
  return (
    traded > OFFER_UNITS &&
    quote > OFFER_UNITS &&
    traded >= minOrderAmount &&
    traded >= minOrderRemaining &&
    minAmount<bigint>(quote, atLast) >= minOrderAmountQuote &&
    quote >= minOrderRemainingQuote
  );
}
