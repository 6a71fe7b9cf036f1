import type { RateKey, Side } from '@exchange/core/kernel';
import type { LevelTotal } from './book';
import type { DoneReason, LevelEvent, MarketEvent } from './market-event';
import type { MarketState } from './market-state';
import type { OpenOrder, OrderProgress } from './open-order';

interface TouchedLevel {
  readonly side: Side;
  readonly rateKey: RateKey;
  readonly before: LevelTotal;
}

/**
 * One step of a market: collects its events, counts its work, and makes every change to the open orders, so that
 * each touched level is told once, at the end.
 */
export class Step {
  private readonly told: MarketEvent[] = [];
  private readonly touched = new Map<string, TouchedLevel>();

  private workLeft: number;

  constructor(private readonly state: MarketState) {
    this.workLeft = state.workPerStep;
  }

  /** Takes one unit of work; false when the step has none left. */
  takeWork(): boolean {
    if (this.workLeft === 0) return false;
    this.workLeft -= 1;
    return true;
  }

  /** Takes work that is done already, as far as there is any left. */
  spendWork(units: number): void {
    this.workLeft = Math.max(this.workLeft - units, 0);
  }

  get work(): number {
    return this.workLeft;
  }

  tell(event: MarketEvent): void {
    this.told.push(event);
  }

  /** The order, which is nowhere now, is no longer open. */
  tellDone(order: Pick<OpenOrder, 'orderId' | 'account'>, reason: DoneReason): void {
    this.state.pegged.delete(order.orderId);
    this.tell({ kind: 'done', orderId: order.orderId, account: order.account, reason });
  }

  /** Enters an order into the book. */
  insert(order: OpenOrder): void {
    this.touch(order);
    this.state.book.insert(order);
    this.keepPeg(order);
  }

  /** Records a fill of a resting order. */
  progress(order: OpenOrder, progress: OrderProgress): OpenOrder {
    this.touch(order);
    return this.state.book.progress(order.orderId, progress);
  }

  /** Changes a resting order that keeps its place. */
  replace(order: OpenOrder): void {
    this.touch(order);
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

  /** Takes an open order from where it is, without a word. */
  takeOut(order: OpenOrder): void {
    if (this.state.stops.remove(order.orderId) || this.state.suspended.delete(order.orderId)) return;
    this.touch(order);
    this.state.book.remove(order.orderId);
  }

  /** Takes an open order from where it is and says why. */
  close(order: OpenOrder, reason: DoneReason): void {
    this.takeOut(order);
    this.tellDone(order, reason);
  }

  /** All events, with one for each level whose visible total changed. */
  finish(): readonly MarketEvent[] {
    return [...this.told, ...this.levelChanges()];
  }

  /** Notes which currency an order follows. */
  keepPeg({ orderId, peg }: OpenOrder): void {
    if (peg !== undefined) this.state.pegged.set(orderId, peg.currency);
  }

  private touch({ side, rateKey }: OpenOrder): void {
    const key = `${side}${rateKey}`;
    if (!this.touched.has(key)) {
      this.touched.set(key, { side, rateKey, before: this.state.book.level(side, rateKey) });
    }
  }

  private *levelChanges(): Iterable<LevelEvent> {
    for (const { side, rateKey, before } of this.touched.values()) {
      const now = this.state.book.level(side, rateKey);
      if (now.amount !== before.amount || now.count !== before.count) {
        yield { kind: 'level', side, rateKey, amount: now.amount, count: now.count };
      }
    }
  }
}
