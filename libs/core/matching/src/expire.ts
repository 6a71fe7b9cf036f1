import type { MarketState } from './market-state';
import type { Step } from './step';

/** Orders whose moment has come leave, the earliest first; what a step can't finish stays pending. */
export function expire(state: MarketState, step: Step): void {
  const due = state.book.expired(state.now, step.work + 1);
  for (const order of due) {
    if (!step.takeWork()) {
      state.pending = { kind: 'expire' };
      return;
    }
    step.close(order, 'expired');
  }
}
