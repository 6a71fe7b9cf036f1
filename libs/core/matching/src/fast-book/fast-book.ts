import {
  amount,
  AMOUNT_MAX,
  DefectError,
  minAmount,
  type OrderId,
  type RateKey,
  type Side,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Book, LevelTotal } from '../book';
import type { OpenOrder, OrderProgress } from '../open-order';
import { float, int, NONE } from './cells';
import { ExpiryHeap } from './expiry-heap';
import { IdTable } from './id-table';
import { LevelPool } from './level-pool';
import { OrderPool } from './order-pool';
import { RateIndex } from './rate-index';

const NOTHING: LevelTotal = { amount: ZERO_AMOUNT, count: 0 };

/**
 * The book in typed arrays: every change takes a constant number of steps, or the logarithm of the number of orders for
 * the moment at which one leaves; a level of a million orders is no slower than one of ten.
 */
export function fastBook(): Book {
  return new FastBook();
}

class FastBook implements Book {
  private readonly pool = new OrderPool();
  private readonly levels = new LevelPool();
  private readonly ids = new IdTable((place) => float(this.pool.ids, place));
  private readonly expiry = new ExpiryHeap(this.pool);
  private readonly buys = new RateIndex();
  private readonly sells = new RateIndex();

  get size(): number {
    return this.ids.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    const place = this.ids.find(id);
    return place === NONE ? undefined : this.pool.read(place);
  }

  best(side: Side): OpenOrder | undefined {
    const key = side === 'buy' ? this.buys.highest() : this.sells.lowest();
    return key === NONE ? undefined : this.pool.read(this.levels.first(this.index(side).get(key)));
  }

  insert(order: OpenOrder): void {
    const { orderId, side, rateKey, hidden } = order;
    if (this.ids.find(orderId) !== NONE) throw new DefectError(`order ${orderId} is in the book already`);
    const place = this.pool.add(order);
    this.ids.add(orderId, place);
    this.expiry.add(place);
    const index = this.index(side);
    let level = index.get(rateKey);
    if (level === NONE) {
      level = this.levels.open(rateKey);
      index.add(rateKey, level);
    }
    this.pool.levels[place] = level;
    this.append(place, level, hidden);
    if (!hidden) this.count(level, 1, this.pool.quantity(place));
  }

  progress(id: OrderId, progress: OrderProgress): OpenOrder {
    const place = this.place(id);
    const before = this.pool.quantity(place);
    this.pool.progress(place, progress);
    this.recount(place, before);
    return this.pool.read(place);
  }

  replace(order: OpenOrder): void {
    const place = this.place(order.orderId);
    const stays =
      this.pool.isSell(place) === (order.side === 'sell') &&
      this.pool.rateKey(place) === order.rateKey &&
      this.pool.isHidden(place) === order.hidden;
    if (!stays) throw new DefectError(`order ${order.orderId} can't keep its place`);
    const before = this.pool.quantity(place);
    const leftAt = float(this.pool.leaveAt, place);
    this.pool.replace(place, order);
    this.recount(place, before);
    if (leftAt !== order.leaveAt) this.expiry.moved(place);
  }

  remove(id: OrderId): void {
    const place = this.place(id);
    const level = int(this.pool.levels, place);
    const hidden = this.pool.isHidden(place);
    this.unlink(place, level, hidden);
    if (!hidden) this.count(level, -1, -this.pool.quantity(place));
    if (this.levels.isEmpty(level)) {
      (this.pool.isSell(place) ? this.sells : this.buys).delete(int(this.levels.rateKeys, level));
      this.levels.close(level);
    }
    this.expiry.remove(place);
    this.ids.delete(id);
    this.pool.remove(place);
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const level = this.index(side).get(rateKey);
    if (level === NONE) return NOTHING;
    const total = amount(minAmount<bigint>(this.levels.total(level), AMOUNT_MAX));
    return { amount: total, count: int(this.levels.count, level) };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    const index = this.index(side);
    let key = side === 'buy' ? index.highest() : index.lowest();
    while (key !== NONE) {
      const level = index.get(key);
      yield* this.queue(int(this.levels.firstVisible, level));
      yield* this.queue(int(this.levels.firstHidden, level));
      key = side === 'buy' ? index.below(key) : index.above(key);
    }
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return this.expiry.due(now, limit).map((place) => this.pool.read(place));
  }

  private index(side: Side): RateIndex {
    return side === 'buy' ? this.buys : this.sells;
  }

  private place(id: OrderId): number {
    const place = this.ids.find(id);
    if (place === NONE) throw new DefectError(`missing order ${id} in the book`);
    return place;
  }

  private *queue(first: number): Iterable<OpenOrder> {
    for (let place = first; place !== NONE; place = int(this.pool.next, place)) yield this.pool.read(place);
  }

  private count(level: number, orders: number, quantity: bigint): void {
    this.levels.count[level] = int(this.levels.count, level) + orders;
    this.levels.totals[level] = this.levels.total(level) + quantity;
  }

  private recount(place: number, before: bigint): void {
    if (this.pool.isHidden(place)) return;
    this.count(int(this.pool.levels, place), 0, this.pool.quantity(place) - before);
  }

  private append(place: number, level: number, hidden: boolean): void {
    const { next, previous } = this.pool;
    const firsts = hidden ? this.levels.firstHidden : this.levels.firstVisible;
    const lasts = hidden ? this.levels.lastHidden : this.levels.lastVisible;
    const last = int(lasts, level);
    next[place] = NONE;
    previous[place] = last;
    if (last === NONE) firsts[level] = place;
    else next[last] = place;
    lasts[level] = place;
  }

  private unlink(place: number, level: number, hidden: boolean): void {
    const { next, previous } = this.pool;
    const before = int(previous, place);
    const after = int(next, place);
    if (before === NONE) (hidden ? this.levels.firstHidden : this.levels.firstVisible)[level] = after;
    else next[before] = after;
    if (after === NONE) (hidden ? this.levels.lastHidden : this.levels.lastVisible)[level] = before;
    else previous[after] = before;
  }
}
