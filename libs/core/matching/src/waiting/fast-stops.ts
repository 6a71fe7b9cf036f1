import { assert, present, type OrderId, type RateKey, type Side } from '@exchange/core/kernel';
import type { OpenOrder } from '../order/open-order';
import { NONE } from './bit-set';
import { ExpiryHeap } from './expiry-heap';
import { RateSet } from './rate-set';
import { OrderQueue, type Waiter } from './order-queue';
import type { StopQueue } from './waiting-orders';

/**
 * Stops in a queue for each rate that has any, and the rates in an index: adding, removing and the nearest take a few
 * steps, however many wait.
 */
export class FastStops implements StopQueue {
  private readonly byId = new Map<OrderId, Waiter>();
  private readonly sides: Readonly<Record<Side, StopRates>> = { buy: new StopRates(), sell: new StopRates() };
  private readonly leaving = new ExpiryHeap();

  get size(): number {
    return this.byId.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.byId.get(id)?.order;
  }

  nearest(side: Side): OpenOrder | undefined {
    return this.sides[side].nearest(side)?.first?.order;
  }

  add(order: OpenOrder): void {
    const { orderId, side, stopRateKey } = order;
    assert(!this.byId.has(orderId), `order ${orderId} waits for its stop already`);
    const waiter = this.sides[side]
      .queue(present(stopRateKey, `stop rate of order ${orderId}`))
      .append(order);
    this.byId.set(orderId, waiter);
    this.leaving.add(waiter);
  }

  replace(order: OpenOrder): void {
    const waiter = present(this.byId.get(order.orderId), `stop of order ${order.orderId}`);
    const before = waiter.order;
    if (before.stopRateKey !== order.stopRateKey) {
      this.remove(order.orderId);
      this.add(order);
      return;
    }
    waiter.order = order;
    if (before.expiresAt !== order.expiresAt) this.leaving.moved(waiter);
  }

  remove(id: OrderId): boolean {
    const waiter = this.byId.get(id);
    if (waiter === undefined) return false;
    const { side, stopRateKey } = waiter.order;
    waiter.queue.remove(waiter);
    if (waiter.queue.first === undefined) this.sides[side].removeRate(present(stopRateKey, 'stop rate'));
    this.leaving.remove(waiter);
    return this.byId.delete(id);
  }

  *orders(side: Side): Iterable<OpenOrder> {
    for (const queue of this.sides[side].queues(side)) yield* queue.orders();
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return this.leaving.due(now, limit);
  }
}

/** The stop rates of one side, each with the queue of the orders that it triggers. */
class StopRates {
  private readonly byRate = new Map<number, OrderQueue>();
  private made: RateSet | undefined;

  /** Made for the first stop: many markets never have one. */
  private get rates(): RateSet {
    this.made ??= new RateSet();
    return this.made;
  }

  /** The queue at a rate, a new one if there is none. */
  queue(rateKey: RateKey): OrderQueue {
    const known = this.byRate.get(rateKey);
    if (known !== undefined) return known;
    const fresh = new OrderQueue();
    this.byRate.set(rateKey, fresh);
    this.rates.add(rateKey);
    return fresh;
  }

  /** Drops the queue at a rate, which is empty. */
  removeRate(rateKey: RateKey): void {
    this.byRate.delete(rateKey);
    this.rates.delete(rateKey);
  }

  /** Buys trigger from the lowest rate up, sells from the highest down. */
  nearest(side: Side): OrderQueue | undefined {
    if (this.byRate.size === 0) return undefined;
    return this.byRate.get(side === 'buy' ? this.rates.lowest() : this.rates.highest());
  }

  *queues(side: Side): Iterable<OrderQueue> {
    if (this.byRate.size === 0) return;
    let rate = side === 'buy' ? this.rates.lowest() : this.rates.highest();
    while (rate !== NONE) {
      yield present(this.byRate.get(rate), 'queue of a stop rate');
      rate = side === 'buy' ? this.rates.above(rate) : this.rates.below(rate);
    }
  }
}
