import { assert, present, type OrderId, type RateKey, type Side } from '@exchange/core/kernel';
import type { OpenOrder } from './open-order';

interface Queued {
  readonly order: OpenOrder;
  readonly stopRateKey: RateKey;
}

/** A buy's stop triggers at or above its rate, a sell's at or below (design: Order kinds, stop). */
export function isPastStop(side: Side, stopRateKey: RateKey, rate: RateKey): boolean {
  return side === 'buy' ? rate >= stopRateKey : rate <= stopRateKey;
}

/** Orders that wait for their stop, outside the book: the nearest trigger first, then the order in which they came. */
export class StopQueue {
  private readonly queues: Readonly<Record<Side, Queued[]>> = { buy: [], sell: [] };
  private readonly byId = new Map<OrderId, OpenOrder>();

  get size(): number {
    return this.byId.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.byId.get(id);
  }

  /** The order of a side that triggers next. */
  nearest(side: Side): OpenOrder | undefined {
    return this.queues[side][0]?.order;
  }

  add(order: OpenOrder): void {
    assert(!this.byId.has(order.orderId), `order ${order.orderId} waits for its stop already`);
    const stopRateKey = present(order.stopRateKey, `stop rate of order ${order.orderId}`);
    this.byId.set(order.orderId, order);
    const queue = this.queues[order.side];
    queue.splice(firstBehind(queue, order.side, stopRateKey), 0, { order, stopRateKey });
  }

  /** Changes an order; it keeps its place when its stop rate is the same, and is the last at a new one. */
  replace(order: OpenOrder): void {
    const before = present(this.byId.get(order.orderId), `stop of order ${order.orderId}`);
    if (before.stopRateKey !== order.stopRateKey) {
      this.remove(order.orderId);
      this.add(order);
      return;
    }
    const queue = this.queues[order.side];
    const place = queue.findIndex((queued) => queued.order.orderId === order.orderId);
    queue[place] = { order, stopRateKey: present(order.stopRateKey, 'stop rate') };
    this.byId.set(order.orderId, order);
  }

  /** False when the order does not wait here. */
  remove(id: OrderId): boolean {
    const order = this.byId.get(id);
    if (order === undefined) return false;
    const queue = this.queues[order.side];
    queue.splice(
      queue.findIndex((queued) => queued.order.orderId === id),
      1,
    );
    return this.byId.delete(id);
  }

  /** All of a side in the order in which they trigger. */
  *orders(side: Side): Iterable<OpenOrder> {
    for (const { order } of this.queues[side]) yield order;
  }
}

/** Where the orders begin that trigger after all those with this stop rate. */
function firstBehind(queue: readonly Queued[], side: Side, stopRateKey: RateKey): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { stopRateKey: there } = present(queue[middle], 'queued stop');
    if (side === 'buy' ? there > stopRateKey : there < stopRateKey) high = middle;
    else low = middle + 1;
  }
  return low;
}
