import { isCrossed } from './crossed-stops';
import { enter } from '../execution/enter';
import { effectiveStatus, type MarketState } from '../market/market-state';
import type { OpenOrder } from '../order/open-order';
import type { Step } from '../market/step';

/**
 * Triggers crossed stops, the nearest first, until one has to be matched: that is done in full before the next. False
 * when the step has no work left. Stops don't trigger while the market is not open.
 */
export function triggerNext(state: MarketState, step: Step): boolean {
  const [range] = state.crossed;
  if (effectiveStatus(state) !== 'open') state.crossed.length = 0;
  else if (range !== undefined) {
    const nearest = state.stops.nearest(range.side);
    if (nearest === undefined || !isCrossed(nearest, range.to)) state.crossed.shift();
    else if (step.takeWork()) trigger(state, step, nearest);
    else return false;
  }
  return true;
}

/** Whether the stop may trigger now. */
export function isTriggered(state: MarketState, order: OpenOrder): boolean {
  return (
    effectiveStatus(state) === 'open' && state.lastRate !== undefined && isCrossed(order, state.lastRate)
  );
}

/** The order, which waits for its stop or is new, has no stop any more and is matched. */
export function trigger(state: MarketState, step: Step, order: OpenOrder): void {
  state.stops.remove(order.orderId);
  step.tell({ kind: 'triggered', orderId: order.orderId, account: order.account });
  enter(state, step, { ...order, stopRateKey: undefined });
}
