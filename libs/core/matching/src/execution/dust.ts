import type { MarketState } from '../market/market-state';
import { takersKeepTerms } from '../market/rules-version';
import { quantityOf, type OpenOrder } from '../order/open-order';

/**
 * An offer is of more than this many units of both tokens (docs/interface, minimums), of which one unit is at most a basis
 * point. What is smaller is dust when it can't trade.
 */
export const OFFER_UNITS = 10_000n;

/** An order is filled when at most one part of its quantity in so many is left. */
const FILLED_PARTS = 100n;

/** A rest too small to trade counts as filled once the order has traded, but for a hundredth at most. */
export function dustReason(state: Pick<MarketState, 'rulesVersion'>, order: OpenOrder): 'filled' | 'dust' {
  if (order.sold === 0n) return 'dust';
  return !takersKeepTerms(state) || isFilled(order) ? 'filled' : 'dust';
}

function isFilled(order: OpenOrder): boolean {
  const traded = order.side === 'buy' ? order.bought : order.sold;
  return quantityOf(order) * (FILLED_PARTS - 1n) <= traded;
}
