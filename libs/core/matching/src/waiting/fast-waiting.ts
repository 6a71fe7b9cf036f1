import type { OrderId } from '@exchange/core/kernel';
import type { OpenOrder } from '../order/open-order';
import { FastPegged } from './fast-pegged';
import { FastStops } from './fast-stops';
import { ExpiryHeap } from './expiry-heap';
import { OrderQueue, type Waiter } from './order-queue';
import type { QueuedOrders, WaitingOrders } from './waiting-orders';

/** Places in which any number of orders may wait: each comes, changes and leaves in a few steps. */
export function fastWaiting(): WaitingOrders {
  return {
    stops: new FastStops(),
    suspended: new FastQueued(),
    idle: new FastQueued(),
    pegged: new FastPegged(),
  };
}

class FastQueued implements QueuedOrders {
  private readonly byId = new Map<OrderId, Waiter>();
  private readonly queue = new OrderQueue();
  private readonly leaving = new ExpiryHeap();

  get size(): number {
    return this.byId.size;
  }

  has(id: OrderId): boolean {
    return this.byId.has(id);
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.byId.get(id)?.order;
  }

  first(): OpenOrder | undefined {
    return this.queue.first?.order;
  }

  set(id: OrderId, order: OpenOrder): void {
    const known = this.byId.get(id);
    if (known === undefined) {
      const waiter = this.queue.append(order);
      this.byId.set(id, waiter);
      this.leaving.add(waiter);
      return;
    }
    known.order = order;
    this.leaving.moved(known);
  }

  delete(id: OrderId): boolean {
    const waiter = this.byId.get(id);
    if (waiter === undefined) return false;
    this.queue.remove(waiter);
    this.leaving.remove(waiter);
    return this.byId.delete(id);
  }

  values(): Iterable<OpenOrder> {
    return this.queue.orders();
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return this.leaving.due(now, limit);
  }
}
