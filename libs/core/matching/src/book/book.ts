import type { OrderId, RateKey, Side, TokenAmount } from '@exchange/core/kernel';
import type { OpenOrder, OrderProgress } from '../order/open-order';
import type { EventTape } from '../tape/event-tape';

/** What everybody may see of a level: its visible orders' quantities added up (at most 2^128−1) and their number. */
export interface LevelTotal {
  readonly amount: TokenAmount;
  readonly count: number;
}

/**
 * The resting orders of one market in their priority: best rate, visible before hidden, then the order in which they
 * entered their level. Holds no rules: whoever calls decides what enters, changes and leaves.
 */
export interface Book {
  readonly size: number;
  get(id: OrderId): OpenOrder | undefined;
  /** The order that matches first on this side. */
  best(side: Side): OpenOrder | undefined;
  /** Enters the order as the last of the visible or the hidden ones of its level; its id must be new. */
  insert(order: OpenOrder): void;
  /** Records a fill; the order keeps its place. */
  progress(id: OrderId, progress: OrderProgress): OpenOrder;
  /** Changes an order that keeps its place: side, rate and hidden are the same. */
  replace(order: OpenOrder): void;
  remove(id: OrderId): void;
  level(side: Side, rateKey: RateKey): LevelTotal;
  /** All orders of a side in priority. */
  orders(side: Side): Iterable<OpenOrder>;
  /** At most `limit` orders with expiresAt ≤ now, by expiresAt, then id. */
  expired(now: number, limit: number): readonly OpenOrder[];
  /** The events of the market's last step, which are written beside the book. */
  readonly tape: EventTape;
  /** Clears the tape. From here on, the book remembers what everybody saw of each level before it changes. */
  beginStep(): void;
  /** Tells each level that isn't what it was when the step began, in the order in which they first changed. */
  tellChangedLevels(): void;
}
