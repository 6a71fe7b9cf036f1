import type { MarketState } from '../market/market-state';
import type { DoneReason } from '@exchange/core/message';
import type { OpenOrder } from './open-order';
import type { Step } from '../market/step';

/** All orders leave: buys, then sells in their priority, then those that wait. False when the step has no work left. */
export function endAll(state: MarketState, step: Step, reason: DoneReason): boolean {
  for (;;) {
    const order = nextToLeave(state);
    if (order === undefined) break;
    if (!step.takeWork()) return false;
    step.endOrder(order, reason);
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
