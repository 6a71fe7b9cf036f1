import type { MarketInputOf } from '@exchange/core/message';
import { openOrder, type MarketState } from '../market/market-state';
import type { Step } from '../market/step';

/** Takes an order out, wherever it is; works in every status. */
export function cancel(state: MarketState, step: Step, command: MarketInputOf<'cancel'>): void {
  const { orderId, account, reason } = command;
  const order = openOrder(state, orderId);
  if (order?.account === account) step.endOrder(order, reason);
  else step.tell({ kind: 'not_open', orderId, account });
}
