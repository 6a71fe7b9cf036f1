import { waitingOrders, type MarketState } from './market-state';
import type { OpenOrder } from './open-order';
import type { Step } from './step';

/** Orders whose moment has come leave, the earliest first. False when the step has no work left. */
export function expire(state: MarketState, step: Step): boolean {
  for (const order of dueOrders(state, step.work + 1)) {
    if (!step.takeWork()) return false;
    step.close(order, 'expired');
  }
  state.bulk = undefined;
  return true;
}

function dueOrders(state: MarketState, limit: number): readonly OpenOrder[] {
  const waiting = waitingOrders(state).filter((order) => order.leaveAt <= state.now);
  return [...state.book.expired(state.now, limit), ...waiting]
    .sort((a, b) => a.leaveAt - b.leaveAt || a.orderId - b.orderId)
    .slice(0, limit);
}
