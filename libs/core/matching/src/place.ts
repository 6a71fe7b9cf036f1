import { admit } from './admit';
import type { PlaceCommand } from './command';
import { enter } from './enter';
import type { DoneReason } from './market-event';
import { effectiveStatus, type MarketState } from './market-state';
import type { Step } from './step';
import { isTriggered, trigger } from './trigger-stops';

/** Takes a new order in: it waits for its stop, or is matched, and what is left of it rests. */
export function place(state: MarketState, step: Step, command: PlaceCommand): void {
  const refusal = closedReason(state) ?? (command.leaveAt <= state.now ? 'expired' : undefined);
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
