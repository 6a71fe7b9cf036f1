import { DefectError, type OrderId, type RateKey, type Side, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { Book, LevelTotal } from '../book';
import type { OpenOrder, OrderProgress } from '../open-order';
import type { EventTape } from '../tape/event-tape';
import { float, int, NONE } from './cells';
import { ExpiryCalendar } from './expiry-calendar';
import { IdTable } from './id-table';
import { COUNT, FIRST_HIDDEN, FIRST_VISIBLE, LevelPool } from './level-pool';
import { Limbs } from './limbs';
import { BUY_BOOK, FLAGS, HIDDEN, LEVEL, NEXT, OrderPool, PREVIOUS, SELL_BOOK, SELLS } from './order-pool';
import { RateIndex } from './rate-index';
import { addToTotal, takeFromTotal, totalAmount } from './totals';
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
    this.calendar.remove(place, this.pool.leaveAt(place));
    this.pool.replace(place, order);
    this.calendar.add(place, order.leaveAt);
    this.afterChange(place);
  }

  remove(id: OrderId): void {
    this.leave(this.place(id));
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const level = this.index(side === 'sell').get(rateKey);
    if (level === NONE) return NOTHING;
    const { cells } = this.levels;
    return { amount: totalAmount(cells, this.levels.record(level)), count: this.levels.count(level) };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    const index = this.index(side === 'sell');
    let key = side === 'buy' ? index.highest() : index.lowest();
    while (key !== NONE) {
      const level = index.get(key);
      yield* this.queue(this.levels.get(level, FIRST_VISIBLE));
      yield* this.queue(this.levels.get(level, FIRST_HIDDEN));
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
    return key === NONE ? NONE : this.firstPlace(isSell, key);
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
    return this.levels.rateKey(this.pool.get(place, LEVEL));
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
    this.calendar.add(place, pool.leaveAtOf(page, record));
    const index = this.index(isSell);
    let level = index.get(rateKey);
    if (level === NONE) {
      level = levels.open(rateKey);
      index.add(rateKey, level);
    }
    this.touched.touch(isSell, level);
    page[record + LEVEL] = level;
    const { cells } = levels;
    const at = levels.record(level);
    if ((flags & HIDDEN) === 0) {
      this.append(place, cells, at + FIRST_VISIBLE);
      cells[at + COUNT] = float(cells, at + COUNT) + 1;
      quantity.load(page, record + (isSell ? SELL_BOOK : BUY_BOOK));
      addToTotal(cells, at, quantity);
    } else this.append(place, cells, at + FIRST_HIDDEN);
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
    const { cells } = levels;
    const at = levels.record(level);
    if ((flags & HIDDEN) === 0) {
      this.unlink(place, cells, at + FIRST_VISIBLE);
      cells[at + COUNT] = float(cells, at + COUNT) - 1;
      quantity.load(page, record + (isSell ? SELL_BOOK : BUY_BOOK));
      takeFromTotal(cells, at, quantity);
    } else this.unlink(place, cells, at + FIRST_HIDDEN);
    if (levels.isEmpty(level)) {
      this.index(isSell).delete(levels.rateKey(level));
      levels.close(level);
    }
    this.calendar.remove(place, pool.leaveAtOf(page, record));
    this.ids.delete(pool.idOf(page, record), place);
    pool.remove(place);
  }

  /** To be called before an order's offer changes in its place … */
  beforeChange(place: number): void {
    const { pool } = this;
    const level = pool.get(place, LEVEL);
    this.touched.touch(pool.isSell(place), level);
    if (pool.isHidden(place)) return;
    this.quantity.load(pool.page(place), pool.record(place) + pool.quantityWord(place));
    takeFromTotal(this.levels.cells, this.levels.record(level), this.quantity);
  }

  /** … and after. */
  afterChange(place: number): void {
    const { pool } = this;
    if (pool.isHidden(place)) return;
    this.quantity.load(pool.page(place), pool.record(place) + pool.quantityWord(place));
    addToTotal(this.levels.cells, this.levels.record(pool.get(place, LEVEL)), this.quantity);
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
    for (let place = first; place !== NONE; place = this.pool.link(place, NEXT)) yield this.read(place);
  }

  /** Makes a place the last of the queue whose ends are here. */
  private append(place: number, cells: Float64Array, firstAt: number): void {
    const { pool } = this;
    const last = float(cells, firstAt + 1);
    pool.setLink(place, NEXT, NONE);
    pool.setLink(place, PREVIOUS, last);
    if (last === NONE) cells[firstAt] = place;
    else pool.setLink(last, NEXT, place);
    cells[firstAt + 1] = place;
  }

  private unlink(place: number, cells: Float64Array, firstAt: number): void {
    const { pool } = this;
    const before = pool.link(place, PREVIOUS);
    const after = pool.link(place, NEXT);
    if (before === NONE) cells[firstAt] = after;
    else pool.setLink(before, NEXT, after);
    if (after === NONE) cells[firstAt + 1] = before;
    else pool.setLink(after, PREVIOUS, before);
  }
}

export const fastBook = (): FastBook => new FastBook();
