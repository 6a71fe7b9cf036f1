import type { CancelCommand } from './command';
import type { MarketState } from './market-state';
import type { Step } from './step';

/** Takes an order out of the book; works in every status. */
export function cancel(state: MarketState, step: Step, command: CancelCommand): void {
  const { orderId, account, reason } = command;
  const order = state.book.get(orderId);
  if (order?.account === account) step.close(order, reason);
  else step.tell({ kind: 'not_open', orderId, account });
}
