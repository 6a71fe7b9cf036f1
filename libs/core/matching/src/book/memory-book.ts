import {
  amount,
  DefectError,
  type OrderId,
  type RateKey,
  type Side,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { LEVEL_COUNT } from '../../assembly/border';
import type { Book, LevelTotal } from './book';
import type { OpenOrder, OrderProgress } from '../order/open-order';
import { BookMemory, NONE } from './book-memory';
import { MemoryTape } from './memory-tape';
import { OrderRecords } from './order-records';

const NOTHING: LevelTotal = { amount: ZERO_AMOUNT, count: 0 };

/**
 * The book in the memory of a module (see assembly/book.ts): every change takes a constant number of steps; a level of a
 * million orders is no slower than one of ten. Besides what every book does it works on places, the addresses of orders.
 */
export class MemoryBook implements Book {
  readonly memory = new BookMemory();
  readonly records = new OrderRecords(this.memory);
  readonly tape = new MemoryTape(this.memory, this.records);
  private readonly module = this.memory.module;
  /** Where an amount is handed over. */
  private readonly scratch = this.module.takeRecord();

  get size(): number {
    return this.module.orderCount();
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.readAt(this.find(id));
  }

  best(side: Side): OpenOrder | undefined {
    return this.readAt(this.module.firstOrder(side === 'sell'));
  }

  insert(order: OpenOrder): void {
    const { orderId, rateKey } = order;
    if (this.find(orderId) !== NONE) throw new DefectError(`order ${orderId} is in the book already`);
    const place = this.module.takeRecord();
    this.records.write(place, order);
    this.module.enter(place, rateKey);
  }

  progress(id: OrderId, progress: OrderProgress): OpenOrder {
    const place = this.place(id);
    this.module.beforeChange(place);
    this.records.progress(place, progress);
    this.module.afterChange(place);
    return this.records.read(place);
  }

  replace(order: OpenOrder): void {
    const { module, records } = this;
    const place = this.place(order.orderId);
    const stays =
      records.isSell(place) === (order.side === 'sell') &&
      records.rateKey(place) === order.rateKey &&
      records.isHidden(place) === order.hidden;
    if (!stays) throw new DefectError(`order ${order.orderId} can't keep its place`);
    module.beforeChange(place);
    module.removeLeaving(place);
    records.replace(place, order);
    module.addLeaving(place);
    module.afterChange(place);
  }

  remove(id: OrderId): void {
    const place = this.module.remove(id);
    if (place === NONE) throw missing(id);
    this.records.forgetConditions(place);
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const { memory, module, scratch } = this;
    const level = module.levelAt(side === 'sell', rateKey);
    if (level === NONE) return NOTHING;
    module.levelTotal(scratch, level);
    return { amount: amount(memory.amount(scratch)), count: memory.word(level + LEVEL_COUNT) };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    let place = this.module.firstOrder(side === 'sell');
    for (; place !== NONE; place = this.module.orderAfter(place)) yield this.records.read(place);
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    const due: OpenOrder[] = [];
    let place = this.module.firstOrderDue(now);
    for (; place !== NONE && due.length < limit; place = this.module.orderDueAfter(place, now)) {
      due.push(this.records.read(place));
    }
    return due;
  }

  beginStep(): void {
    this.records.sweepWhenCrowded();
    this.module.beginStep();
    this.tape.clear();
  }

  tellChangedLevels(): void {
    this.module.tellLevels();
  }

  /** The order's place; NONE when it is not in the book. */
  find(id: number): number {
    return this.module.findOrder(id);
  }

  private readAt(place: number): OpenOrder | undefined {
    return place === NONE ? undefined : this.records.read(place);
  }

  private place(id: OrderId): number {
    const place = this.find(id);
    if (place === NONE) throw missing(id);
    return place;
  }
}

const missing = (id: OrderId) => new DefectError(`missing order ${id} in the book`);
