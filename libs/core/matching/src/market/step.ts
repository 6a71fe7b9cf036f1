import { orderId, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { DoneReason, MarketEvent } from '@exchange/core/message';
import type { MarketState } from './market-state';
import type { OpenOrder, OrderProgress } from '../order/open-order';
import type { EventTape } from '../tape/event-tape';
import { writeEvent } from '../tape/write-event';

/**
 * One step of a market: writes its events, counts its work, and makes every change to the open orders, so that each
 * level that changed is told once, at the end.
 */
export class Step {
  readonly tape: EventTape;
  private workLeft: number;

  /** @param begun when its first events are on the tape already */
  constructor(
    private readonly state: MarketState,
    begun?: 'begun',
  ) {
    this.workLeft = state.workPerStep;
    this.tape = state.book.tape;
    if (begun === undefined) state.book.beginStep();
  }

  /** Takes one unit of work; false when the step has none left. */
  takeWork(): boolean {
    if (this.workLeft === 0) return false;
    this.workLeft -= 1;
    return true;
  }

  /** Units of work that are left. */
  get work(): number {
    return this.workLeft;
  }

  set work(left: number) {
    this.workLeft = left;
  }

  tell(event: MarketEvent): void {
    writeEvent(this.tape, event);
  }

  /** The order, which is nowhere now, is no longer open. */
  tellDone(order: Pick<OpenOrder, 'orderId' | 'account'>, reason: DoneReason): void {
    this.forgetPeg(order.orderId);
    this.tell({ kind: 'done', orderId: order.orderId, account: order.account, reason });
  }

  /** Enters an order into the book. */
  insert(order: OpenOrder): void {
    this.state.book.insert(order);
    this.keepPeg(order);
  }

  /** Records a fill of a resting order. */
  progress(order: OpenOrder, progress: OrderProgress): OpenOrder {
    return this.state.book.progress(order.orderId, progress);
  }

  /** Changes a resting order that keeps its place. */
  replace(order: OpenOrder): void {
    this.state.book.replace(order);
    this.keepPeg(order);
  }

  /** Lets an order wait outside the book for its stop. */
  waitForStop(order: OpenOrder): void {
    this.state.stops.add(order);
    this.tell({ kind: 'waiting', orderId: order.orderId, account: order.account, for: 'stop' });
  }

  /** Lets a pegged order wait outside the book for a rate. */
  waitForRate(order: OpenOrder): void {
    this.state.suspended.set(order.orderId, order);
    this.keepPeg(order);
    this.tell({ kind: 'waiting', orderId: order.orderId, account: order.account, for: 'peg_rate' });
  }

  /** Lets an order that is nowhere now, and whose part in the book is used up, wait for an edit. */
  waitForEdit(order: OpenOrder): void {
    const { orderId: id, account, rateKey } = order;
    const nothing = { sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, held: ZERO_AMOUNT };
    this.state.idle.set(id, { ...order, ...nothing });
    this.forgetPeg(id);
    this.tell({ kind: 'waiting', orderId: id, account, for: 'edit', rateKey });
  }

  /** Takes an open order from where it is, without a word. */
  takeOut(order: OpenOrder): void {
    const { stops, suspended, idle } = this.state;
    if (stops.remove(order.orderId) || suspended.delete(order.orderId)) return;
    if (idle.delete(order.orderId)) return;
    this.state.book.remove(order.orderId);
  }

  /** Takes an open order from where it is and says why. */
  endOrder(order: OpenOrder, reason: DoneReason): void {
    this.takeOut(order);
    this.tellDone(order, reason);
  }

  /** The last events: one for each level whose visible total changed. */
  finish(): void {
    this.state.book.tellChangedLevels();
  }

  /** The order follows no rate any more, if it did. */
  forgetPeg(id: number): void {
    this.state.pegged.delete(orderId(id));
  }

  /** Notes which currency an order follows. */
  keepPeg({ orderId, peg }: OpenOrder): void {
    if (peg !== undefined) this.state.pegged.set(orderId, peg.currency);
  }
}
