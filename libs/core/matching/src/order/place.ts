import type { DoneReason, MarketInputOf } from '@exchange/core/message';
import { admit } from './admit';
import { enter } from '../execution/enter';
import { type DirectMatching, faultOf, IS_EXPIRED, IS_OPEN } from '../book/direct-matching';
import type { PackedOrder } from '../book/packed-order';
import { effectiveStatus, isFull, isWaiting, type MarketState } from '../market/market-state';
import type { Step } from '../market/step';
import { isTriggered, trigger } from '../trigger/trigger-stops';

/** Takes a new order in: it waits for its stop, or is matched, and what is left of it rests. */
export function place(state: MarketState, step: Step, command: MarketInputOf<'place'>): void {
  const refusal = refusalOf(state, command.leaveAt);
  if (refusal !== undefined) {
    step.tellDone(command, refusal);
    return;
  }
  const order = admit(state, command);
  if (typeof order === 'string') {
    state.defect = order;
    step.tellDone(command, 'market_closed');
  } else if (order.stopRateKey === undefined) {
    enter(state, step, order);
  } else if (isTriggered(state, order)) {
    trigger(state, step, order);
  } else {
    step.waitForStop(order);
  }
}

/** The same for an order whose amounts are words, on the book's own cells. */
export function placePacked(
  state: MarketState,
  direct: DirectMatching,
  step: Step,
  order: PackedOrder,
): void {
  const refusal = refusalOf(state, order.leaveAt);
  if (refusal !== undefined) {
    close(step, order, refusal);
    return;
  }
  const isClosed = effectiveStatus(state) !== 'open';
  const outcome = isWaiting(state, order) ? IS_OPEN : direct.place(state, step, order, isClosed);
  if (outcome !== undefined) resumePlacing(state, direct, step, order, outcome);
}

/** What follows when an order was not placed at once: it can't be, or its matching goes on. */
export function resumePlacing(
  state: MarketState,
  direct: DirectMatching,
  step: Step,
  order: PackedOrder,
  outcome: number,
): void {
  if (outcome === IS_EXPIRED) {
    close(step, order, 'expired');
    return;
  }
  const fault = faultOf(outcome);
  if (fault === undefined) direct.resume(state, step, order, state.lastRate, outcome);
  else {
    state.defect = `order ${order.id} ${fault}`;
    close(step, order, 'market_closed');
  }
}

function close(step: Step, order: PackedOrder, reason: DoneReason): void {
  step.tellDone({ orderId: order.id, account: order.account }, reason);
  order.release();
}

/** Why the market doesn't take an order that leaves then. */
const refusalOf = (state: MarketState, leaveAt: number): DoneReason | undefined =>
  closedReason(state) ??
  (leaveAt <= state.now ? 'expired' : undefined) ??
  (isFull(state) ? 'market_closed' : undefined);

/** Why the market takes no orders now. */
function closedReason(state: MarketState): DoneReason | undefined {
  switch (effectiveStatus(state)) {
    case 'open':
    case 'post_only':
      return undefined;
    case 'cancel_only':
      return state.restarting ? 'market_restarting' : 'market_closed';
    case 'delisted':
      return 'delisted';
  }
}
