import type { DoneReason, MarketInputOf } from '@exchange/core/message';
import { admit } from './admit';
import { enter } from '../execution/enter';
import { effectiveStatus, isFull, type MarketState } from '../market/market-state';
import type { Step } from '../market/step';
import { isTriggered, trigger } from '../trigger/trigger-stops';

/** Takes a new order in: it waits for its stop, or is matched, and what is left of it rests. */
export function place(state: MarketState, step: Step, command: MarketInputOf<'place'>): void {
  const refusal = refusalOf(state, command.expiresAt);
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

/** Why the market doesn't take an order that leaves then. */
const refusalOf = (state: MarketState, expiresAt: number): DoneReason | undefined =>
  closedReason(state) ??
  (expiresAt <= state.now ? 'expired' : undefined) ??
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
