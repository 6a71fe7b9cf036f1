import {
  amount,
  AMOUNT_MAX,
  assert,
  minAmount,
  present,
  type OrderId,
  type RateKey,
  type Side,
} from '@exchange/core/kernel';
import type { Book, LevelTotal } from './book';
import { quantityOf, type OpenOrder, type OrderProgress } from './open-order';

interface Level {
  readonly rateKey: RateKey;
  /** First in, first out. */
  readonly ids: OrderId[];
}

/** The slow and obvious book: sorted arrays. It is the measure of what every faster book must do. */
export function naiveBook(): Book {
  return new NaiveBook();
}

class NaiveBook implements Book {
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
    const first = this.levels[side][0]?.ids[0];
    return first === undefined ? undefined : this.order(first);
  }

  insert(order: OpenOrder): void {
    assert(!this.byId.has(order.orderId), `order ${order.orderId} is in the book already`);
    this.byId.set(order.orderId, order);
    const levels = this.levels[order.side];
    const place = levels.findIndex((level) => !isBetter(order.side, level.rateKey, order.rateKey));
    const found = place < 0 ? undefined : levels[place];
    if (found?.rateKey === order.rateKey) found.ids.push(order.orderId);
    else
      levels.splice(place < 0 ? levels.length : place, 0, { rateKey: order.rateKey, ids: [order.orderId] });
  }

  progress(id: OrderId, { sold, sellBook, buyBook }: OrderProgress): OpenOrder {
    const changed = { ...this.order(id), sold, sellBook, buyBook };
    this.byId.set(id, changed);
    return changed;
  }

  remove(id: OrderId): void {
    const { side, rateKey } = this.order(id);
    const levels = this.levels[side];
    const place = levels.findIndex((level) => level.rateKey === rateKey);
    const { ids } = present(levels[place], `level of order ${id}`);
    ids.splice(ids.indexOf(id), 1);
    if (ids.length === 0) levels.splice(place, 1);
    this.byId.delete(id);
  }

  level(side: Side, rateKey: RateKey): LevelTotal {
    const ids = this.levels[side].find((level) => level.rateKey === rateKey)?.ids ?? [];
    const total = ids.reduce<bigint>((sum, id) => sum + quantityOf(this.order(id)), 0n);
    return { amount: amount(minAmount<bigint>(total, AMOUNT_MAX)), count: ids.length };
  }

  *orders(side: Side): Iterable<OpenOrder> {
    for (const level of this.levels[side]) {
      for (const id of level.ids) yield this.order(id);
    }
  }

  expired(now: number, limit: number): readonly OpenOrder[] {
    return [...this.byId.values()]
      .filter((order) => order.leaveAt <= now)
      .sort((a, b) => a.leaveAt - b.leaveAt || a.orderId - b.orderId)
      .slice(0, limit);
  }

  private order(id: OrderId): OpenOrder {
    return present(this.byId.get(id), `order ${id} in the book`);
  }
}

function isBetter(side: Side, a: RateKey, b: RateKey): boolean {
  return side === 'buy' ? a > b : a < b;
}
