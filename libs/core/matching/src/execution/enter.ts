import { dryWalk } from './dry-walk';
import { effectiveStatus, type MarketState } from '../market/market-state';
import type { Step } from '../market/step';
import { opposite, ratesCross, type OpenOrder } from '../order/open-order';
import { pricedByPeg } from '../trigger/peg-rate';

/**
 * Lets an order that is nowhere yet into the book: what it must do at once is judged, and it is matched next, before
 * anything else. A pegged one is priced, or waits for a rate.
 */
export function enter(state: MarketState, step: Step, order: OpenOrder): void {
  const priced = pricedByPeg(state, order);
  if (priced === undefined) {
    if (order.execution === undefined || order.execution === 'post_only') step.waitForRate(order);
    else step.tellDone(order, order.execution);
  } else if (wouldTake(state, priced)) {
    take(state, step, priced);
  } else {
    state.sweep = { taker: priced, lastRate: state.lastRate };
  }
}

function take(state: MarketState, step: Step, order: OpenOrder): void {
  if (effectiveStatus(state) !== 'open') step.tellDone(order, 'market_closed');
  else if (order.execution === 'post_only') step.tellDone(order, 'post_only');
  else {
    const walk = order.execution === 'fill_or_kill' ? { walk: dryWalk(state.book, order, 0) } : {};
    state.sweep = { taker: order, lastRate: state.lastRate, ...walk };
  }
}

/** Whether the order would match something, be it its own account's. */
export function wouldTake(state: MarketState, order: OpenOrder): boolean {
  const best = state.book.best(opposite(order.side));
  return best !== undefined && ratesCross(order, best);
}
