import { assert, present, type OrderId, type RateKey, type Side } from '@exchange/core/kernel';
import type { OpenOrder } from '../../src/order/open-order';
import { dueAmong } from '../../src/waiting/due-among';
import type { StopQueue } from '../../src/waiting/waiting-orders';

interface Queued {
  readonly order: OpenOrder;
  readonly stopRateKey: RateKey;
}

/** The slow and obvious queue of stops: a sorted array for each side. */
export class NaiveStops implements StopQueue {
  private readonly queues: Readonly<Record<Side, Queued[]>> = { buy: [], sell: [] };
  private readonly byId = new Map<OrderId, OpenOrder>();

  get size(): number {
    return this.byId.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.byId.get(id);
  }

  nearest(side: Side): OpenOrder | undefined {
    return this.queues[side][0]?.order;
  }

  add(order: OpenOrder): void {
    assert(!this.byId.has(order.orderId), `order ${order.orderId} waits for its stop already`);
    const stopRateKey = present(order.stopRateKey, `stop rate of order ${order.orderId}`);
    this.byId.set(order.orderId, order);
    const queue = this.queues[order.side];
    const behind = queue.findIndex((queued) => triggersLater(order.side, queued.stopRateKey, stopRateKey));
    queue.splice(behind < 0 ? queue.length : behind, 0, { order, stopRateKey });
  }

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

  *orders(side: Side): Iterable<OpenOrder> {
    for (const { order } of this.queues[side]) yield order;
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return dueAmong([...this.byId.values()], now, limit);
  }
}

function triggersLater(side: Side, a: RateKey, b: RateKey): boolean {
  return side === 'buy' ? a > b : a < b;
}
