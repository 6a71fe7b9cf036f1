import type { OpenOrder } from '../order/open-order';

/** An order that waits: its queue and its neighbours in it, and where it is in the heap of moments. */
export interface Waiter {
  order: OpenOrder;
  readonly queue: OrderQueue;
  before: Waiter | undefined;
  after: Waiter | undefined;
  position: number;
}

/**
 * Orders first in, first out; any of them leaves in a few steps. A Map would keep the order as well, but finds its
 * first entry only after stepping over all that left before it.
 */
export class OrderQueue {
  private firstWaiter: Waiter | undefined;
  private last: Waiter | undefined;

  get first(): Waiter | undefined {
    return this.firstWaiter;
  }

  /** Lets an order wait as the last one. */
  append(order: OpenOrder): Waiter {
    const waiter: Waiter = { order, queue: this, before: this.last, after: undefined, position: 0 };
    if (this.last === undefined) this.firstWaiter = waiter;
    else this.last.after = waiter;
    this.last = waiter;
    return waiter;
  }

  /** Takes out an order of this queue. */
  remove(waiter: Waiter): void {
    const { before, after } = waiter;
    if (before === undefined) this.firstWaiter = after;
    else before.after = after;
    if (after === undefined) this.last = before;
    else after.before = before;
  }

  *orders(): Iterable<OpenOrder> {
    for (let waiter = this.firstWaiter; waiter !== undefined; waiter = waiter.after) yield waiter.order;
  }
}
