import {
  type Address,
  amount,
  type OrderId,
  present,
  type RateKey,
  rateKey,
  type TokenAmount,
} from '@exchange/core/kernel';
import { editOrder } from '../src/order/edit-order';
import type { Fact } from '../src/fact';
import type { Ledger } from '../src/ledger';
import type { Order } from '../src/order/order';
import { applyDone, applyRested, applyTriggered, applyWaiting } from '../src/order/report-order';
import { betterRate, PEG, restingOffer } from './book-offers.fixture';

/** What a book does of itself with orders that are placed: they rest, wait, are triggered and follow their peg. */

/** The exchange whose orders move. */
interface Model {
  readonly at: number;
  /** Orders that are open and not in the book. */
  readonly waiting: Set<OrderId>;
  readonly happened: Set<string>;
  orders(): Order[];
  ledgerOf(account: Address): Ledger;
  take(ledger: Ledger, facts: readonly Fact[]): void;
  part(whole: bigint, percent: number): TokenAmount;
}

/** Of both tokens; less is not worth another offer here. */
const LEFT_MIN = 2_000_000n;

/** What a new order is beside its amounts. */
export type OrderKind = 'plain' | 'stop' | 'pegged' | 'pegged stop';

export const optionsOf = (kind: OrderKind) => ({
  ...(kind === 'plain' || kind === 'pegged' ? {} : { stopRateKey: rateKey(20_000) }),
  ...(kind === 'plain' || kind === 'stop' ? {} : { peg: PEG }),
});

/** A new order rests, or waits for its stop or for a rate. */
export function enter(model: Model, order: Order): void {
  if (order.stopRateKey !== null) return wait(model, order, 'stop');
  if (order.peg !== null) return wait(model, order, 'peg_rate');
  rest(model, order, order.rateKey);
}

/** The trigger of some order's stop. */
export function trigger(model: Model, choice: number): void {
  const order = pick(model, choice, ({ stopRateKey }) => stopRateKey !== null);
  if (order === undefined) return;
  model.happened.add(order.peg === null ? 'triggered' : 'triggered with a peg');
  const ledger = model.ledgerOf(order.account);
  const of = { account: order.account, orderId: order.id };
  model.take(ledger, applyTriggered(ledger, of, model.at));
  model.waiting.delete(order.id);
  enter(model, { ...order, stopRateKey: null });
}

/** Some pegged order comes to, or moves to, a rate that is better than signed by so many keys; or has none any more. */
export function repeg(model: Model, choice: number, keys: number | null): void {
  const order = pick(model, choice, ({ peg, stopRateKey }) => peg !== null && stopRateKey === null);
  if (order === undefined) return;
  if (keys === null) {
    if (!model.waiting.has(order.id)) wait(model, order, 'peg_rate');
  } else {
    model.happened.add(`pegged ${order.side} ${order.editHeld === null ? 'moved' : 'moved while edited'}`);
    rest(model, order, betterRate(order, keys));
  }
}

/** Asks the book to change a pegged order's quantity, or to peg one that isn't. */
export function editPeg(model: Model, choice: number, percent: number | null): void {
  const order = pick(model, choice, () => true);
  if (order === undefined) return;
  const { side, signed, account, id } = order;
  const whole = side === 'buy' ? signed.terms.buyAmount : signed.terms.sellAmount;
  const quantity = percent === null ? undefined : model.part(whole, percent);
  const named = side === 'buy' ? { buyBook: quantity } : { sellBook: quantity };
  const edit = { account, id, ...named, peg: PEG, settlementFee: amount(777n), at: model.at };
  const ledger = model.ledgerOf(account);
  const edited = editOrder(ledger, edit);
  if (!edited.ok) return;
  model.happened.add(order.peg === null ? 'edit to a peg asked' : 'edit of a peg asked');
  model.take(ledger, edited.value);
}

/** A trade left nothing of what an order offered: it waits for an edit if enough is left that was signed, or is done. */
export function useUp(model: Model, account: Address, id: OrderId): void {
  const ledger = model.ledgerOf(account);
  const order = present(ledger.account(account).orders.get(id), 'order');
  const { sellRemaining, buyRemaining, rateKey } = order;
  const isLeft = sellRemaining > LEFT_MIN && buyRemaining > LEFT_MIN;
  const of = { account, orderId: id };
  if (!isLeft) return model.take(ledger, applyDone(ledger, { ...of, reason: 'filled' }, model.at));
  model.happened.add('waits for edit');
  if (order.editHeld !== null) model.happened.add('waits for edit while edited');
  model.waiting.add(id);
  model.take(ledger, applyWaiting(ledger, { ...of, for: 'edit', rateKey }, model.at));
}

/** An edit lets an order offer something again that waited for that. */
export function comeBack(model: Model, account: Address, id: OrderId): void {
  const order = present(model.ledgerOf(account).account(account).orders.get(id), 'order');
  model.happened.add('came back');
  model.waiting.delete(id);
  enter(model, order);
}

function rest(model: Model, order: Order, key: RateKey): void {
  const { account, id: orderId } = order;
  const offer = restingOffer(order, key);
  if (offer.sellBook === 0n || offer.buyBook === 0n) return;
  const ledger = model.ledgerOf(account);
  model.waiting.delete(orderId);
  model.take(ledger, applyRested(ledger, { account, orderId, rateKey: key, ...offer }, model.at));
}

function wait(model: Model, { account, id: orderId }: Order, what: 'stop' | 'peg_rate'): void {
  const ledger = model.ledgerOf(account);
  model.waiting.add(orderId);
  model.happened.add(`waits for ${what}`);
  model.take(ledger, applyWaiting(ledger, { account, orderId, for: what }, model.at));
}

function pick(model: Model, choice: number, fits: (order: Order) => boolean): Order | undefined {
  const orders = model.orders().filter(fits);
  return orders[choice % Math.max(orders.length, 1)];
}
