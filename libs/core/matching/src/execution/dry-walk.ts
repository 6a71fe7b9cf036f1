import type { Side } from '@exchange/core/kernel';
import type { Book } from '../book/book';
import { opposite, type OpenOrder } from '../order/open-order';

/** How far the dry walk of a fill-or-kill order has come. Nothing changes in the market before it is over. */
export interface DryWalk {
  /** The order after what it would have traded so far. */
  readonly taker: OpenOrder;
  /** How many orders it has met. */
  readonly met: number;
  /** The orders that it meets next. */
  readonly ahead: OrdersAhead;
}

/** A walk that goes on with `taker` after it met this many orders: 0 at its beginning. */
export function dryWalk(book: Book, taker: OpenOrder, met: number): DryWalk {
  return { taker, met, ahead: new OrdersAhead(book, opposite(taker.side), met) };
}

/** A side of the book in its priority, from an order on. Valid as long as the book does not change. */
class OrdersAhead {
  private readonly orders: Iterator<OpenOrder>;
  private current: IteratorResult<OpenOrder, unknown>;

  constructor(book: Book, side: Side, passed: number) {
    this.orders = book.orders(side)[Symbol.iterator]();
    this.current = this.orders.next();
    for (let count = 0; count < passed; count += 1) this.pass();
  }

  get next(): OpenOrder | undefined {
    return this.current.done === true ? undefined : this.current.value;
  }

  pass(): void {
    this.current = this.orders.next();
  }
}
