import { type Address, type MarketId, ok, type OrderId, reject, type Result } from '@exchange/core/kernel';
import type { CancelReason, Fact } from './fact';
import { Journal } from './journal';
import type { Ledger } from './ledger';
import type { Order } from './order';

/** Exactly one of an order's id and its cid. */
export type OrderChoice = { readonly id: OrderId } | { readonly cid: number };

/**
 * Asks the book to cancel an open order; its hold is released only by the engine's report. ORDER_NOT_OPEN when the
 * account has no such open order. Asking again is harmless. `at`: Unix ms.
 */
export function requestCancel(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly choice: OrderChoice;
    readonly reason: CancelReason;
    readonly at: number;
  },
): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const { choice } = input;
  const order = 'id' in choice ? account.orders.get(choice.id) : account.orderOfCid(choice.cid);
  if (order === undefined) {
    const name = 'id' in choice ? `order ${choice.id}` : `an order with cid ${choice.cid}`;
    return reject('ORDER_NOT_OPEN', `${name} is not open`);
  }
  const journal = new Journal(ledger, account, input.at);
  cancelOrders(journal, [order], input.reason);
  return ok(journal.close());
}

/** Asks the books to cancel all open orders of an account, or those in one market; none may be open. */
export function requestCancelAll(
  ledger: Ledger,
  input: { readonly account: Address; readonly market?: MarketId | undefined; readonly at: number },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  const wanted = (order: Order) => input.market === undefined || order.market === input.market;
  cancelOrders(journal, [...account.orders.values()].filter(wanted), 'owner');
  return journal.close();
}

/** Asks the books to cancel the open orders that were placed through one of these connections. */
export function requestCancelVia(
  ledger: Ledger,
  input: { readonly account: Address; readonly via: ReadonlySet<string>; readonly at: number },
): readonly Fact[] {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  const wanted = ({ via }: Order) => via !== null && input.via.has(via);
  cancelOrders(journal, [...account.orders.values()].filter(wanted), 'disconnected');
  return journal.close();
}

/** Sends a cancel to the book of each order. */
export function cancelOrders(journal: Journal, orders: readonly Order[], reason: CancelReason): void {
  for (const { id, account, market } of orders) {
    journal.tell({
      kind: 'marketInput',
      market,
      input: { kind: 'cancel', orderId: id, account, reason },
    });
  }
}
