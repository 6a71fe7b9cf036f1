import type { MarketState } from '../market/market-state';
import type { OpenOrder } from './open-order';
import type { Step } from '../market/step';

/** All orders leave: buys, then sells in their priority, then those that wait. False when the step has no work left. */
export function delist(state: MarketState, step: Step): boolean {
  for (;;) {
    const order = nextToLeave(state);
    if (order === undefined) break;
    if (!step.takeWork()) return false;
    step.endOrder(order, 'delisted');
  }
  state.bulk = undefined;
  return true;
}

function nextToLeave({ book, stops, suspended, idle }: MarketState): OpenOrder | undefined {
  return (
    book.best('buy') ??
    book.best('sell') ??
    stops.nearest('buy') ??
    stops.nearest('sell') ??
    suspended.first() ??
    idle.first()
  );
}
