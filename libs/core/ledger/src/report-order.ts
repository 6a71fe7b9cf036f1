import {
  type Address,
  assert,
  type OrderId,
  present,
  type RateKey,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { cosignWhenSettled } from './cosign-when-settled';
import type { CancelReason, Fact } from './fact';
import { Journal } from './journal';
import type { Ledger } from './ledger';
import type { Order } from './order';
import { releaseLines } from './release-hold';

/** Why an order is no longer open. */
export type DoneReason =
  'filled' | 'dust' | 'self_trade' | 'below_minimum' | 'market_closed' | 'market_restarting' | CancelReason;

/** An order entered a level of the book with these amounts. */
export interface OrderRested {
  readonly account: Address;
  readonly orderId: OrderId;
  readonly rateKey: RateKey;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
}

/** Notes the amounts and rate with which an order rests; what it offers less is released. `at`: Unix ms. */
export function applyRested(ledger: Ledger, rested: OrderRested, at: number): readonly Fact[] {
  const account = ledger.account(rested.account);
  const order = present(account.orders.get(rested.orderId), `open order ${rested.orderId}`);
  assert(rested.sellBook <= order.held, `order ${order.id} offers more than it holds`);
  const { rateKey, sellBook, buyBook } = rested;
  const journal = new Journal(ledger, account, at);
  const changed: Order = { ...order, rateKey, sellBook, buyBook, held: sellBook, lastActiveAt: at };
  journal.order(changed);
  journal.post({ kind: 'order', id: order.id }, releaseLines(journal, order, order.held, changed.held));
  return journal.close();
}

/** Ends an order: all of its hold is released. `at`: Unix ms. */
export function applyDone(
  ledger: Ledger,
  done: { readonly account: Address; readonly orderId: OrderId; readonly reason: DoneReason },
  at: number,
): readonly Fact[] {
  const account = ledger.account(done.account);
  const order = present(account.orders.get(done.orderId), `open order ${done.orderId}`);
  const journal = new Journal(ledger, account, at);
  journal.order({
    ...order,
    sellBook: ZERO_AMOUNT,
    buyBook: ZERO_AMOUNT,
    held: ZERO_AMOUNT,
    active: false,
    canceled: isCancel(done.reason, order),
    info: infoOf(done.reason, order),
    lastActiveAt: at,
  });
  journal.post({ kind: 'order', id: order.id }, releaseLines(journal, order, order.held, ZERO_AMOUNT));
  cosignWhenSettled(journal);
  return journal.close();
}

/** A rest that is dust counts as filled once the order has traded. */
function isCancel(reason: DoneReason, order: Order): boolean {
  return reason === 'dust' ? order.trades.length === 0 : reason !== 'filled';
}

/** INFO_STRING of an order that ended. */
function infoOf(reason: DoneReason, order: Order): string {
  switch (reason) {
    case 'filled':
      return 'filled';
    case 'dust':
      return order.trades.length === 0 ? 'canceled: too small to trade at this rate' : 'filled';
    case 'self_trade':
      return 'canceled: would have traded with an order of the same account';
    case 'below_minimum':
      return 'canceled: the rest is below the minimum';
    case 'market_closed':
      return 'canceled: the market is closed';
    case 'market_restarting':
      return 'canceled: the market is restarting';
    case 'owner':
      return 'canceled';
    case 'expired':
      return 'canceled: its time was over';
    case 'delegate_removed':
      return 'canceled: the delegate that signed it was removed';
    case 'order_cancelled_on_chain':
      return 'canceled: it was canceled in the contract';
    case 'exit_requested':
      return 'canceled: an exit of the sold token was requested';
    case 'disconnected':
      return 'canceled: the connection that placed it was lost';
  }
}
