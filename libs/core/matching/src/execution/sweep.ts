import type { MarketState, Sweep } from '../market/market-state';
import type { Step } from '../market/step';
import { isExhausted, type OpenOrder } from '../order/open-order';
import { dustReason } from './dust';
import { progressWhenResting } from './fill-arithmetic';
import { isBelowMinimum, match } from './match';
import { endUsedUp } from './used-up';

/**
 * Resumes the matching of an order by the rules on objects, and lets what is left of it rest. False when the step has no work
 * left: the state has the sweep then, otherwise it has none.
 */
export function sweepByRules(state: MarketState, step: Step, sweep: Sweep): boolean {
  const outcome = match(state, step, sweep);
  switch (outcome.kind) {
    case 'unfinished':
      state.sweep = { ...sweep, taker: outcome.taker };
      return false;
    case 'open':
      rest(state, step, outcome.taker);
      return true;
    case 'closed':
      return true;
  }
}

function rest(state: MarketState, step: Step, order: OpenOrder): void {
  const resting = { ...order, ...progressWhenResting(order, state.decimals) };
  if (isExhausted(resting)) {
    endUsedUp(state, step, resting, dustReason(state, resting));
  } else if (order.execution === 'immediate_or_cancel' || order.execution === 'fill_or_kill') {
    step.tellDone(resting, order.execution);
  } else if (isBelowMinimum(state, resting)) {
    endUsedUp(state, step, resting, 'below_minimum');
  } else {
    step.insert(resting);
    const { orderId, account, side, rateKey, sellBook, buyBook } = resting;
    step.tell({ kind: 'rested', orderId, account, side, rateKey, sellBook, buyBook });
  }
}
