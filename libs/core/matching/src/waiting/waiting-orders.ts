import type { OrderId, Side } from '@exchange/core/kernel';
import type { OpenOrder } from '../order/open-order';

/** What all places outside the book have. */
interface WaitingPlace {
  readonly size: number;
  get(id: OrderId): OpenOrder | undefined;
  /** At most `limit` orders with expiresAt ≤ now, by expiresAt, then id. */
  expired(now: number, limit: number): readonly OpenOrder[];
}

/** Orders that wait for their stop: the nearest trigger first, then the order in which they came. */
export interface StopQueue extends WaitingPlace {
  /** The order of a side that triggers next. */
  nearest(side: Side): OpenOrder | undefined;
  add(order: OpenOrder): void;
  /** Changes an order; it keeps its place when its stop rate is the same, and is the last at a new one. */
  replace(order: OpenOrder): void;
  /** False when the order does not wait here. */
  remove(id: OrderId): boolean;
  /** All of a side in the order in which they trigger. */
  orders(side: Side): Iterable<OpenOrder>;
}

/** Orders that wait for something that is the same for all of them, in the order in which they began to. */
export interface QueuedOrders extends WaitingPlace {
  has(id: OrderId): boolean;
  /** The order that has waited longest. */
  first(): OpenOrder | undefined;
  /** Lets an order wait as the last one; one that waits already is changed and keeps its place. */
  set(id: OrderId, order: OpenOrder): void;
  /** False when the order does not wait here. */
  delete(id: OrderId): boolean;
  values(): Iterable<OpenOrder>;
}

/** Pegged orders in the book or suspended, and their currency, in the order in which they came. */
export interface PeggedOrders extends Iterable<readonly [OrderId, string]> {
  get(id: OrderId): string | undefined;
  /** Notes the currency; an order that has one already keeps its place. */
  set(id: OrderId, currency: string): void;
  /** False when the order follows no currency. */
  delete(id: OrderId): boolean;
  keys(): Iterable<OrderId>;
  /** The orders that follow a currency, the first that came before the others. */
  followers(currency: string): readonly OrderId[];
}

/** Where the open orders of a market wait, besides its book. */
export interface WaitingOrders {
  readonly stops: StopQueue;
  /** Pegged orders that wait for a rate. */
  readonly suspended: QueuedOrders;
  /** Orders that wait for an edit: all that they offered is used up, and signed amounts are left. */
  readonly idle: QueuedOrders;
  readonly pegged: PeggedOrders;
}
