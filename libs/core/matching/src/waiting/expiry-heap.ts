import type { OpenOrder } from '../order/open-order';
import { expiresBefore } from './due-among';
import type { Waiter } from './order-queue';

/** Waiting orders by the moment at which they leave, then by id: a heap in which each knows its position. */
export class ExpiryHeap {
  private readonly heap: Waiter[] = [];

  add(waiter: Waiter): void {
    this.heap.push(waiter);
    this.raise(waiter, this.heap.length - 1);
  }

  remove(waiter: Waiter): void {
    const last = this.heap.pop();
    if (last === undefined || last === waiter) return;
    this.settle(last, waiter.position);
  }

  /** The order leaves at another moment now. */
  moved(waiter: Waiter): void {
    this.settle(waiter, waiter.position);
  }

  /** At most `limit` orders that leave at `now` or earlier, the earliest first. */
  due(now: number, limit: number): readonly OpenOrder[] {
    const found: OpenOrder[] = [];
    // Those whose parents are found, the earliest last.
    const next: Waiter[] = [];
    const consider = (waiter: Waiter | undefined) => {
      if (waiter !== undefined && waiter.order.expiresAt <= now)
        next.splice(placeIn(next, waiter), 0, waiter);
    };
    consider(this.heap[0]);
    while (found.length < limit) {
      const earliest = next.pop();
      if (earliest === undefined) break;
      found.push(earliest.order);
      consider(this.heap[2 * earliest.position + 1]);
      consider(this.heap[2 * earliest.position + 2]);
    }
    return found;
  }

  /** Puts the order at a position, or above or below it. */
  private settle(waiter: Waiter, position: number): void {
    const parent = position > 0 ? this.at((position - 1) >>> 1) : undefined;
    if (parent !== undefined && expiresBefore(waiter.order, parent.order)) this.raise(waiter, position);
    else this.sink(waiter, position);
  }

  private raise(waiter: Waiter, from: number): void {
    let position = from;
    while (position > 0) {
      const parent = this.at((position - 1) >>> 1);
      if (!expiresBefore(waiter.order, parent.order)) break;
      const above = parent.position;
      this.put(parent, position);
      position = above;
    }
    this.put(waiter, position);
  }

  private sink(waiter: Waiter, from: number): void {
    let position = from;
    for (;;) {
      const left = this.heap[2 * position + 1];
      const right = this.heap[2 * position + 2];
      if (left === undefined) break;
      const child = right !== undefined && expiresBefore(right.order, left.order) ? right : left;
      if (!expiresBefore(child.order, waiter.order)) break;
      const below = child.position;
      this.put(child, position);
      position = below;
    }
    this.put(waiter, position);
  }

  private put(waiter: Waiter, position: number): void {
    this.heap[position] = waiter;
    waiter.position = position;
  }

  private at(position: number): Waiter {
    return this.heap[position] as Waiter;
  }
}

/** Where a waiter belongs among others that stand with the earliest last. */
function placeIn(waiters: readonly Waiter[], waiter: Waiter): number {
  let low = 0;
  let high = waiters.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (expiresBefore(waiter.order, (waiters[middle] as Waiter).order)) low = middle + 1;
    else high = middle;
  }
  return low;
}
