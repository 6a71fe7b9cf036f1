import type { MarketState } from '../market/market-state';
import type { OpenOrder } from './open-order';
import type { Step } from '../market/step';
import { dueAmong } from '../waiting/due-among';

/** Orders whose moment has come leave, the earliest first. False when the step has no work left. */
export function expire(state: MarketState, step: Step): boolean {
  for (const order of dueOrders(state, step.work + 1)) {
    if (!step.takeWork()) return false;
    step.endOrder(order, 'expired');
  }
  state.bulk = undefined;
  return true;
}

/** At most `limit` open orders whose moment has come, the earliest first. */
export function dueOrders(state: MarketState, limit: number): readonly OpenOrder[] {
  const { book, stops, suspended, idle, now } = state;
  const places = [book, stops, suspended, idle];
  return dueAmong(
    places.flatMap((place) => place.expired(now, limit)),
    now,
    limit,
  );
}
