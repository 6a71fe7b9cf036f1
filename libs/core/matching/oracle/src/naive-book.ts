import {
  amount,
  AMOUNT_MAX,
  assert,
  minAmount,
  present,
  type OrderId,
  type RateKey,
  type Side,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Book, LevelTotal } from '../../src/book/book';
import { quantityOf, type OpenOrder, type OrderProgress } from '../../src/order/open-order';
import { PlainTape } from './plain-tape';
import { writeEvent } from '../../src/tape/write-event';
import { dueAmong } from '../../src/waiting/due-among';

interface Level {
  readonly rateKey: RateKey;
  /** First in, first out. */
  readonly visible: OrderId[];
  readonly hidden: OrderId[];
  /** The quantities of its visible orders added up; may pass the largest amount. */
  total: bigint;
}

/** The slow and obvious book: sorted arrays. It is the measure of what every faster book must do. */
export class NaiveBook implements Book {
  readonly tape = new PlainTape();
  private readonly touched = new Map<string, { side: Side; rateKey: RateKey; before: LevelTotal }>();
  private readonly byId = new Map<OrderId, OpenOrder>();
  /** Best rate first. */
  private readonly levels: Readonly<Record<Side, Level[]>> = { buy: [], sell: [] };

  get size(): number {
    return this.byId.size;
  }

  get(id: OrderId): OpenOrder | undefined {
    return this.byId.get(id);
  }

  best(side: Side): OpenOrder | undefined {
    const level = this.levels[side][0];
    const first = level?.visible[0] ?? level?.hidden[0];
    return first === undefined ? undefined : this.order(first);
  }

  insert(order: OpenOrder): void {
    assert(!this.byId.has(order.orderId), `order ${order.orderId} is in the book already`);
    this.touch(order);
    this.byId.set(order.orderId, order);
    const levels = this.levels[order.side];
    const place = levels.findIndex((level) => !isBetter(order.side, level.rateKey, order.rateKey));
    const found = place < 0 ? undefined : levels[place];
    const fresh: Level = { rateKey: order.rateKey, visible: [], hidden: [], total: 0n };
    const level = found?.rateKey === order.rateKey ? found : fresh;
    if (level === fresh) levels.splice(place < 0 ? levels.length : place, 0, fresh);
    queueOf(level, order).push(order.orderId);
    level.total += visibleQuantityOf(order);
  }

  progress(id: OrderId, { sold, bought, sellBook, buyBook, held }: OrderProgress): OpenOrder {
    const changed = { ...this.order(id), sold, bought, sellBook, buyBook, held };
    this.replace(changed);
    return changed;
  }

  replace(order: OpenOrder): void {
    const before = this.order(order.orderId);
    const { side, rateKey, hidden } = before;
    const stays = order.side === side && order.rateKey === rateKey && order.hidden === hidden;
    assert(stays, `order ${order.orderId} can't keep its place`);
    this.touch(before);
    this.levelOf(before).total += visibleQuantityOf(order) - visibleQuantityOf(before);
    this.byId.set(order.orderId, order);
  }

  remove(id: OrderId): void {
    const order = this.order(id);
    this.touch(order);
    const level = this.levelOf(order);
    const queue = queueOf(level, order);
    queue.splice(queue.indexOf(id), 1);
    level.total -= visibleQuantityOf(order);
    const levels = this.levels[order.side];
    if (level.visible.length + level.hidden.length === 0) levels.splice(levels.indexOf(level), 1);
    this.byId.delete(id);
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const level = this.levels[side].find((one) => one.rateKey === rateKey);
    if (level === undefined) return { amount: ZERO_AMOUNT, count: 0 };
    return { amount: amount(minAmount<bigint>(level.total, AMOUNT_MAX)), count: level.visible.length };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    for (const level of this.levels[side]) {
      for (const id of [...level.visible, ...level.hidden]) yield this.order(id);
    }
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return dueAmong([...this.byId.values()], now, limit);
  }

  beginStep(): void {
    this.tape.clear();
    this.touched.clear();
  }

  tellChangedLevels(): void {
    for (const { side, rateKey, before } of this.touched.values()) {
      const now = this.level(side, rateKey);
      if (now.amount === before.amount && now.count === before.count) continue;
      writeEvent(this.tape, { kind: 'level', side, rateKey, amount: now.amount, count: now.count });
    }
  }

  private touch({ side, rateKey }: OpenOrder): void {
    const key = `${side}${rateKey}`;
    if (!this.touched.has(key)) this.touched.set(key, { side, rateKey, before: this.level(side, rateKey) });
  }

  private levelOf({ side, rateKey, orderId }: OpenOrder): Level {
    const level = this.levels[side].find((one) => one.rateKey === rateKey);
    return present(level, `level of order ${orderId}`);
  }

  private order(id: OrderId): OpenOrder {
    return present(this.byId.get(id), `order ${id} in the book`);
  }
}

const queueOf = (level: Level, order: OpenOrder): OrderId[] => (order.hidden ? level.hidden : level.visible);

const visibleQuantityOf = (order: OpenOrder): bigint => (order.hidden ? 0n : quantityOf(order));

function isBetter(side: Side, a: RateKey, b: RateKey): boolean {
  return side === 'buy' ? a > b : a < b;
}
