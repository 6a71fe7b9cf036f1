import { type Address, type MarketId, ok, type Result } from '@exchange/core/kernel';
import type { CancelReason, OrderName } from '@exchange/core/message';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { openOrderNamed } from './named-order';
import type { Order } from './order';

/**
 * Asks the book to cancel an open order; its hold is released only by the engine's report. Refused like
 * {@link openOrderNamed}. Asking again is harmless. `at`: Unix ms.
 */
export function requestCancel(
  ledger: Ledger,
  input: {
    readonly account: Address;
    readonly name: OrderName;
    readonly reason: CancelReason;
    readonly at: number;
  },
): Result<readonly Fact[]> {
  const account = ledger.account(input.account);
  const order = openOrderNamed(account, input.name);
  if (!order.ok) return order;
  const journal = new Journal(ledger, account, input.at);
  cancelOrders(journal, [order.value], input.reason);
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
