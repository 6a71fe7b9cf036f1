import { assert, present, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { DoneReason, MarketEvent, MarketEventOf } from '@exchange/core/message';
import { cosignWhenSettled } from '../chain/cosign-when-settled';
import type { Fact } from '../fact';
import { holdFor, holdsAfter, totalHold } from './hold';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { offersNothing, type Order } from './order';
import { reverseWhenReleased } from '../trade/reverse-trades';
import { releaseHold } from './release-hold';

type Reported<K extends MarketEvent['kind']> = Omit<MarketEventOf<K>, 'kind'>;

/** Notes the amounts and rate with which an order rests; what it offers less is released. `at`: Unix ms. */
export function applyRested(
  ledger: Ledger,
  rested: Omit<Reported<'rested'>, 'side'>,
  at: number,
): readonly Fact[] {
  const { rateKey, sellBook, buyBook } = rested;
  return changeOrder(ledger, rested, at, (order) => {
    assert(sellBook <= order.held, `order ${order.id} offers more than it holds`);
    const holds = holdsAfter(order, totalHold(order), holdFor(order, rested, order.held));
    return { ...order, rateKey, sellBook, buyBook, ...holds, info: '' };
  });
}

/**
 * An order waits outside the book: for its stop rate to be crossed, for a fresh conversion rate, or, since all that it offered
 * is used up, for an edit. Then nothing is held for it.
 */
export function applyWaiting(ledger: Ledger, waiting: Reported<'waiting'>, at: number): readonly Fact[] {
  const info = WAITS[waiting.for];
  return changeOrder(ledger, waiting, at, (order) => {
    if (waiting.for !== 'edit') return { ...order, info };
    const { rateKey = order.rateKey } = waiting;
    const holds = holdsAfter(order, totalHold(order), ZERO_AMOUNT);
    return { ...order, rateKey, sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, ...holds, info };
  });
}

/** INFO_STRING of an order that waits outside the book. */
const WAITS: Readonly<Record<Reported<'waiting'>['for'], string>> = {
  stop: 'waits for its stop rate',
  peg_rate: 'waits for a conversion rate',
  edit: 'waits for an edit: all that it offered is used up',
};

/** The last trade's rate has crossed an order's stop rate: it enters the book next. */
export function applyTriggered(
  ledger: Ledger,
  triggered: Reported<'triggered'>,
  at: number,
): readonly Fact[] {
  return changeOrder(ledger, triggered, at, (order) => ({ ...order, stopRateKey: null, info: '' }));
}

/** Notes what an edit made of an order; what was reserved for it and isn't needed is released. */
export function applyEdited(ledger: Ledger, edited: Reported<'edited'>, at: number): readonly Fact[] {
  const {
    rateKey,
    sellBook,
    buyBook,
    held,
    hidden,
    expiresAt,
    stopRateKey = null,
    peg = null,
    fees,
  } = edited;
  const { journal, order } = openOrderOf(ledger, edited, at);
  assert(order.editHeld !== null, `no edit of order ${order.id} is pending`);
  assert(held <= totalHold(order), `order ${order.id} offers more than is reserved`);
  const now = { rateKey, sellBook, buyBook, held, hidden, expiresAt, stopRateKey, peg, fees };
  // It waited for this, if it did.
  const info = offersNothing(order) && !offersNothing(edited) ? '' : order.info;
  replaceOrder(journal, order, { ...order, ...now, editHeld: null, info, lastActiveAt: at });
  journal.tellBalance(order.signed.terms.sellToken);
  return journal.close();
}

/** The engine refused an edit: the order is as it was, and what was reserved for the edit is released. */
export function applyEditRefused(
  ledger: Ledger,
  refused: Omit<Reported<'edit_refused'>, 'reason'>,
  at: number,
): readonly Fact[] {
  const { journal, order } = openOrderOf(ledger, refused, at);
  assert(order.editHeld !== null, `no edit of order ${order.id} is pending`);
  const before = { ...order, editHeld: null };
  journal.quietOrder(before);
  releaseHold(journal, before, totalHold(order), totalHold(before));
  return journal.close();
}

function openOrderOf(
  ledger: Ledger,
  { account: address, orderId }: Reported<'triggered'>,
  at: number,
): { readonly journal: Journal; readonly order: Order } {
  const account = ledger.account(address);
  const order = present(account.orders.get(orderId), `open order ${orderId}`);
  return { journal: new Journal(ledger, account, at), order };
}

function changeOrder(
  ledger: Ledger,
  reported: Reported<'triggered'>,
  at: number,
  change: (order: Order) => Order,
): readonly Fact[] {
  const { journal, order } = openOrderOf(ledger, reported, at);
  replaceOrder(journal, order, { ...change(order), lastActiveAt: at });
  return journal.close();
}

/** Records an order's change; what is reserved for it no longer is released. */
function replaceOrder(journal: Journal, before: Order, after: Order): void {
  journal.order(after);
  releaseHold(journal, after, totalHold(before), totalHold(after));
}

/** Ends an order: all of its hold is released. `at`: Unix ms. */
export function applyDone(ledger: Ledger, done: Reported<'done'>, at: number): readonly Fact[] {
  const account = ledger.account(done.account);
  const order = present(account.orders.get(done.orderId), `open order ${done.orderId}`);
  const journal = new Journal(ledger, account, at);
  replaceOrder(journal, order, {
    ...order,
    sellBook: ZERO_AMOUNT,
    buyBook: ZERO_AMOUNT,
    held: ZERO_AMOUNT,
    editHeld: null,
    active: false,
    canceled: done.reason !== 'filled',
    info: infoOf(done.reason),
    lastActiveAt: at,
  });
  reverseWhenReleased(journal);
  cosignWhenSettled(journal);
  return journal.close();
}

/** INFO_STRING of an order that ended. */
function infoOf(reason: DoneReason): string {
  switch (reason) {
    case 'filled':
      return 'filled';
    case 'dust':
      return 'canceled: no amount could trade at this rate within what was signed';
    case 'self_trade':
      return 'canceled: would have traded with an order of the same account';
    case 'below_minimum':
      return 'canceled: the rest is below the minimum';
    case 'market_closed':
      return 'canceled: the market takes no such orders now';
    case 'market_restarting':
      return 'canceled: the market is restarting';
    case 'delisted':
      return 'canceled: the market was delisted';
    case 'price_band':
      return "canceled: the rest would trade too far from the last trade's rate";
    case 'post_only':
      return 'canceled: post-only, and it would have taken';
    case 'immediate_or_cancel':
      return 'canceled: immediate-or-cancel, and nothing more could be taken';
    case 'fill_or_kill':
      return 'canceled: fill-or-kill, and it could not be filled in full';
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
    case 'operator':
      return 'canceled: by the operator';
    case 'trade_reversed':
      return 'canceled: a trade of the account could not settle and was reversed';
  }
}
