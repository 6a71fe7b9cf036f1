import { type Address, type MarketId, ok, type OrderId, type Result } from '@exchange/core/kernel';
import type { CancelReason, OrderName } from '@exchange/core/message';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { openOrderNamed } from './named-order';
import type { Order } from './order';

/**
 * Asks the book to cancel an open order; its hold is released only by the engine's report. Refused like
 * {@link openOrderNamed}. `alreadyAsked`: nothing is asked again, the order's end is on its way. `at`: Unix ms.
 */
export function requestCancel(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly name: OrderName;
    readonly reason: CancelReason;
    readonly at: number;
  },
): Result<{ readonly orderId: OrderId; readonly alreadyAsked: boolean; readonly facts: readonly Fact[] }> {
  const account = ledger.account(input.account);
  const order = openOrderNamed(account, input.name);
  if (!order.ok) return order;
  const journal = new Journal(ledger, account, input.at);
  cancelOrders(journal, [order.value], input.reason);
  const { id: orderId, cancelAsked: alreadyAsked } = order.value;
  return ok({ orderId, alreadyAsked, facts: journal.close() });
}

/**
 * Asks the books to cancel all open orders of an account, or those in one market; none may be open. `orders`: those that
 * will end, asked now or before.
 */
export function requestCancelAll(
  ledger: Ledger,
  input: { readonly account: Address; readonly market?: MarketId | undefined; readonly at: number },
): { readonly orders: ReadonlySet<OrderId>; readonly facts: readonly Fact[] } {
  const account = ledger.account(input.account);
  const journal = new Journal(ledger, account, input.at);
  const wanted = (order: Order) => input.market === undefined || order.market === input.market;
  const orders = [...account.orders.values()].filter(wanted);
  cancelOrders(journal, orders, 'owner');
  return { orders: new Set(orders.map(({ id }) => id)), facts: journal.close() };
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

/** Asks the books of markets that trade to cancel the open orders of an account that may not trade. `at`: Unix ms. */
export function cancelWhereOpen(ledger: Ledger, address: Address, at: number): readonly Fact[] {
  const account = ledger.account(address);
  const journal = new Journal(ledger, account, at);
  const trades = ({ market }: Order) => {
    const status = ledger.markets.get(market)?.status;
    return status === 'open' || status === 'post_only';
  };
  cancelOrders(journal, [...account.orders.values()].filter(trades), 'market_closed');
  return journal.close();
}

/** Sends a cancel to the book of each order, once: whoever asks again finds it asked. */
export function cancelOrders(journal: Journal, orders: readonly Order[], reason: CancelReason): void {
  for (const order of orders) {
    if (order.cancelAsked) continue;
    const { id, account, market } = order;
    journal.quietOrder({ ...order, cancelAsked: true });
    journal.tell({
      kind: 'marketInput',
      market,
      input: { kind: 'cancel', orderId: id, account, reason },
    });
  }
}
