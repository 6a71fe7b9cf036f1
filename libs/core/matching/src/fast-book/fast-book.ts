import { DefectError, type OrderId, type RateKey, type Side, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { Book, LevelTotal } from '../book';
import type { OpenOrder, OrderProgress } from '../open-order';
import type { EventTape } from '../tape/event-tape';
import { int, NONE } from './cells';
import { ExpiryCalendar } from './expiry-calendar';
import { IdTable } from './id-table';
import { LevelPool } from './level-pool';
import { Limbs } from './limbs';
import { BUY_BOOK, FLAGS, HIDDEN, LEVEL, NEXT, OrderPool, PREVIOUS, SELL_BOOK, SELLS } from './order-pool';
import { RateIndex } from './rate-index';
import { TouchedLevels } from './touched-levels';

const NOTHING: LevelTotal = { amount: ZERO_AMOUNT, count: 0 };

/**
 * The book in typed arrays: every change takes a constant number of steps; a level of a million orders is no slower
 * than one of ten. Besides what every book does it works on places, the numbers that its orders have in its arrays.
 */
export class FastBook implements Book {
  readonly pool = new OrderPool();
  readonly levels = new LevelPool();
  private readonly ids = new IdTable((place) => this.pool.id(place));
  private readonly calendar = new ExpiryCalendar(this.pool);
  private readonly touched = new TouchedLevels(this.levels);
  private readonly buys = new RateIndex();
  private readonly sells = new RateIndex();
  private readonly quantity = new Limbs();

  get size(): number {
    return this.ids.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    const place = this.find(id);
    return place === NONE ? undefined : this.read(place);
  }

  best(side: Side): OpenOrder | undefined {
    const place = this.bestPlace(side === 'sell');
    return place === NONE ? undefined : this.read(place);
  }

  insert(order: OpenOrder): void {
    const { orderId, rateKey } = order;
    if (this.find(orderId) !== NONE) throw new DefectError(`order ${orderId} is in the book already`);
    this.enter(this.pool.add(order), rateKey);
  }

  progress(id: OrderId, progress: OrderProgress): OpenOrder {
    const place = this.place(id);
    this.beforeChange(place);
    this.pool.progress(place, progress);
    this.afterChange(place);
    return this.read(place);
  }

  replace(order: OpenOrder): void {
    const place = this.place(order.orderId);
    const stays =
      this.pool.isSell(place) === (order.side === 'sell') &&
      this.rateKey(place) === order.rateKey &&
      this.pool.isHidden(place) === order.hidden;
    if (!stays) throw new DefectError(`order ${order.orderId} can't keep its place`);
    this.beforeChange(place);
    const page = this.pool.page(place);
    const record = this.pool.record(place);
    this.calendar.remove(page, record);
    this.pool.replace(place, order);
    this.calendar.add(place, page, record);
    this.afterChange(place);
  }

  remove(id: OrderId): void {
    this.leave(this.place(id));
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const level = this.index(side === 'sell').get(rateKey);
    if (level === NONE) return NOTHING;
    return { amount: this.levels.totals.amount(level), count: int(this.levels.count, level) };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    const index = this.index(side === 'sell');
    let key = side === 'buy' ? index.highest() : index.lowest();
    while (key !== NONE) {
      const level = index.get(key);
      yield* this.queue(int(this.levels.firstVisible, level));
      yield* this.queue(int(this.levels.firstHidden, level));
      key = side === 'buy' ? index.below(key) : index.above(key);
    }
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return this.calendar.due(now, limit).map((place) => this.read(place));
  }

  beginStep(): void {
    this.touched.beginStep();
  }

  tellChangedLevels(tape: EventTape): void {
    this.touched.tell(tape, this);
  }

  /** The order's place; NONE when it is not in the book. */
  find(id: number): number {
    return this.ids.find(id);
  }

  /** The place of the order that matches first; NONE when the side is empty. */
  bestPlace(isSell: boolean): number {
    const key = this.bestRate(isSell);
    return key === NONE ? NONE : this.levels.first(this.index(isSell).get(key));
  }

  /** The rate that matches first; NONE when the side is empty. */
  bestRate(isSell: boolean): number {
    return isSell ? this.sells.lowest() : this.buys.highest();
  }

  /** The place of the order that matches first at a rate that has some. */
  firstPlace(isSell: boolean, rateKey: number): number {
    return this.levels.first(this.index(isSell).get(rateKey));
  }

  rateKey(place: number): number {
    return int(this.levels.rateKeys, this.pool.get(place, LEVEL));
  }

  read(place: number): OpenOrder {
    return this.pool.read(place, this.rateKey(place));
  }

  /** The level of a side at a rate; NONE when there is none. */
  levelAt(isSell: boolean, rateKey: number): number {
    return this.index(isSell).get(rateKey);
  }

  /** Enters the order of a place that is written as the last of the visible or the hidden ones of a level. */
  enter(place: number, rateKey: number): void {
    const { pool, levels, quantity } = this;
    const page = pool.page(place);
    const record = pool.record(place);
    const flags = int(page, record + FLAGS);
    const isSell = (flags & SELLS) !== 0;
    this.ids.add(pool.idOf(page, record), place);
    this.calendar.add(place, page, record);
    const index = this.index(isSell);
    let level = index.get(rateKey);
    if (level === NONE) {
      level = levels.open(rateKey);
      index.add(rateKey, level);
    }
    this.touched.touch(isSell, level);
    page[record + LEVEL] = level;
    page[record + NEXT] = NONE;
    if ((flags & HIDDEN) === 0) {
      page[record + PREVIOUS] = this.append(place, level, levels.firstVisible, levels.lastVisible);
      levels.count[level] = int(levels.count, level) + 1;
      quantity.load(page, record + (isSell ? SELL_BOOK : BUY_BOOK));
      levels.totals.add(level, quantity);
    } else page[record + PREVIOUS] = this.append(place, level, levels.firstHidden, levels.lastHidden);
  }

  /** Takes the order of a place out; the place may become another order's. */
  leave(place: number): void {
    const { pool, levels, quantity } = this;
    const page = pool.page(place);
    const record = pool.record(place);
    const level = int(page, record + LEVEL);
    const flags = int(page, record + FLAGS);
    const isSell = (flags & SELLS) !== 0;
    this.touched.touch(isSell, level);
    const before = int(page, record + PREVIOUS);
    const after = int(page, record + NEXT);
    if ((flags & HIDDEN) === 0) {
      this.unlink(level, before, after, levels.firstVisible, levels.lastVisible);
      levels.count[level] = int(levels.count, level) - 1;
      quantity.load(page, record + (isSell ? SELL_BOOK : BUY_BOOK));
      levels.totals.subtract(level, quantity);
    } else this.unlink(level, before, after, levels.firstHidden, levels.lastHidden);
    if (levels.isEmpty(level)) {
      this.index(isSell).delete(int(levels.rateKeys, level));
      levels.close(level);
    }
    this.calendar.remove(page, record);
    this.ids.delete(pool.idOf(page, record));
    pool.remove(place);
  }

  /** To be called before an order's offer changes in its place … */
  beforeChange(place: number): void {
    const { pool } = this;
    const level = pool.get(place, LEVEL);
    this.touched.touch(pool.isSell(place), level);
    if (pool.isHidden(place)) return;
    this.quantity.load(pool.page(place), pool.record(place) + pool.quantityWord(place));
    this.levels.totals.subtract(level, this.quantity);
  }

  /** … and after. */
  afterChange(place: number): void {
    const { pool } = this;
    if (pool.isHidden(place)) return;
    this.quantity.load(pool.page(place), pool.record(place) + pool.quantityWord(place));
    this.levels.totals.add(pool.get(place, LEVEL), this.quantity);
  }

  private index(isSell: boolean): RateIndex {
    return isSell ? this.sells : this.buys;
  }

  private place(id: OrderId): number {
    const place = this.find(id);
    if (place === NONE) throw new DefectError(`missing order ${id} in the book`);
    return place;
  }

  private *queue(first: number): Iterable<OpenOrder> {
    for (let place = first; place !== NONE; place = this.pool.get(place, NEXT)) yield this.read(place);
  }

  /** Makes a place the last of a queue, and returns the one before it. */
  private append(place: number, level: number, firsts: Int32Array, lasts: Int32Array): number {
    const last = int(lasts, level);
    if (last === NONE) firsts[level] = place;
    else this.pool.set(last, NEXT, place);
    lasts[level] = place;
    return last;
  }

  private unlink(level: number, before: number, after: number, firsts: Int32Array, lasts: Int32Array): void {
    if (before === NONE) firsts[level] = after;
    else this.pool.set(before, NEXT, after);
    if (after === NONE) lasts[level] = before;
    else this.pool.set(after, PREVIOUS, before);
  }
}

export const fastBook = (): FastBook => new FastBook();
