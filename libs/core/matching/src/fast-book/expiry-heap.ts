import { float, grownCapacity, grownInts, int } from './cells';
import type { OrderPool } from './order-pool';

/** All orders by the moment at which they leave, then by id: a heap that knows where each order is in it. */
export class ExpiryHeap {
  private heap = new Int32Array(64);
  /** Of each order, by its place in the pool. */
  private positions = new Int32Array(64);
  private size = 0;

  constructor(private readonly pool: OrderPool) {}

  add(place: number): void {
    if (this.size === this.heap.length) this.heap = grownInts(this.heap, grownCapacity(this.size));
    if (place >= this.positions.length) this.positions = grownInts(this.positions, this.pool.capacity);
    this.size += 1;
    this.raise(place, this.size - 1);
  }

  remove(place: number): void {
    const position = int(this.positions, place);
    this.size -= 1;
    if (position === this.size) return;
    this.settle(int(this.heap, this.size), position);
  }

  /** The order leaves at another moment now. */
  moved(place: number): void {
    this.settle(place, int(this.positions, place));
  }

  /** At most `limit` places of orders that leave at `now` or earlier, the earliest first. */
  due(now: number, limit: number): number[] {
    const found: number[] = [];
    // Heap positions whose parents are found, the earliest last.
    const next: number[] = this.isDue(0, now) ? [0] : [];
    while (found.length < limit) {
      const position = next.pop();
      if (position === undefined) break;
      found.push(int(this.heap, position));
      for (const child of [2 * position + 1, 2 * position + 2]) {
        if (this.isDue(child, now)) this.insertInto(next, child);
      }
    }
    return found;
  }

  private isDue(position: number, now: number): boolean {
    return position < this.size && float(this.pool.leaveAt, int(this.heap, position)) <= now;
  }

  private insertInto(next: number[], position: number): void {
    let low = 0;
    let high = next.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isEarlier(int(this.heap, position), int(this.heap, next[middle] as number))) low = middle + 1;
      else high = middle;
    }
    next.splice(low, 0, position);
  }

  /** Puts the order at a position, or above or below it. */
  private settle(place: number, position: number): void {
    if (position > 0 && this.isEarlier(place, int(this.heap, (position - 1) >>> 1)))
      this.raise(place, position);
    else this.sink(place, position);
  }

  private raise(place: number, from: number): void {
    let position = from;
    while (position > 0) {
      const parent = (position - 1) >>> 1;
      const above = int(this.heap, parent);
      if (!this.isEarlier(place, above)) break;
      this.put(above, position);
      position = parent;
    }
    this.put(place, position);
  }

  private sink(place: number, from: number): void {
    let position = from;
    for (;;) {
      let child = 2 * position + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.isEarlier(int(this.heap, child + 1), int(this.heap, child)))
        child += 1;
      const below = int(this.heap, child);
      if (!this.isEarlier(below, place)) break;
      this.put(below, position);
      position = child;
    }
    this.put(place, position);
  }

  private put(place: number, position: number): void {
    this.heap[position] = place;
    this.positions[place] = position;
  }

  private isEarlier(a: number, b: number): boolean {
    const { leaveAt, ids } = this.pool;
    const first = float(leaveAt, a);
    const second = float(leaveAt, b);
    return first < second || (first === second && float(ids, a) < float(ids, b));
  }
}
