import { type DryWalk, dryWalk, resumeWalk } from './fill-or-kill';
import { progressWhenResting } from './fill-arithmetic';
import { dustReason, isBelowMinimum, match } from './match';
import { effectiveStatus, type MarketState, type Sweep } from '../market/market-state';
import { isExhausted, opposite, ratesCross, type OpenOrder } from '../order/open-order';
import { pricedByPeg } from '../trigger/peg-rate';
import type { Step } from '../market/step';

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

/** Goes on matching the order that is being matched, and rests what is left. False when the step has no work left. */
export function resumeSweep(state: MarketState, step: Step): boolean {
  if (state.sweep?.walk !== undefined && !endWalk(state, step, state.sweep, state.sweep.walk)) return false;
  if (state.sweep === undefined) return true;
  const { sweep, direct } = state;
  if (direct !== undefined && isUsual(sweep.taker)) {
    state.sweep = undefined;
    return direct.resumeSweep(state, step, sweep);
  }
  const outcome = match(state, step, sweep);
  switch (outcome.kind) {
    case 'unfinished':
      state.sweep = { ...sweep, taker: outcome.taker };
      return false;
    case 'open':
      rest(state, step, outcome.taker);
      break;
    case 'closed':
      break;
  }
  state.sweep = undefined;
  return true;
}

/** It can be matched on the book's own cells. */
const isUsual = ({ peg }: OpenOrder): boolean => peg === undefined;

/** Goes on with a dry walk and does what follows from it. False when the step has no work left. */
function endWalk(state: MarketState, step: Step, { taker, lastRate }: Sweep, walk: DryWalk): boolean {
  const outcome = resumeWalk(state, step, walk);
  switch (outcome.kind) {
    case 'unfinished':
      state.sweep = { taker, lastRate, walk: outcome.walk };
      return false;
    case 'filled':
      state.sweep = { taker, lastRate };
      return true;
    case 'not_filled':
      step.tellDone(taker, 'fill_or_kill');
      state.sweep = undefined;
      return true;
  }
}

function rest(state: MarketState, step: Step, order: OpenOrder): void {
  const resting = { ...order, ...progressWhenResting(order, state.decimals) };
  if (isExhausted(resting)) {
    step.tellDone(resting, dustReason(resting));
  } else if (order.execution === 'immediate_or_cancel' || order.execution === 'fill_or_kill') {
    step.tellDone(resting, order.execution);
  } else if (isBelowMinimum(state, resting)) {
    step.tellDone(resting, 'below_minimum');
  } else {
    step.insert(resting);
    const { orderId, account, side, rateKey, sellBook, buyBook } = resting;
    step.tell({ kind: 'rested', orderId, account, side, rateKey, sellBook, buyBook });
  }
}
