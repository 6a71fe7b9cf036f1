import type { ChainNews } from './chain-fact';
import type { Journal } from '../journal';
import { cancelOrders } from '../order/request-cancel';

/** An order that its owner canceled in the contract leaves the book at first sight, and can never be placed again. */
export function applyOrderCanceled(journal: Journal, { fact, phase }: ChainNews<'order_cancelled'>): void {
  if (phase !== 'seen') return;
  journal.tell({ kind: 'orderHashSpent', account: fact.account, digest: fact.orderHash });
  const order = journal.account.orderOfHash(fact.orderHash);
  if (order !== undefined) cancelOrders(journal, [order], 'order_cancelled_on_chain');
}
