import type { Address, OrderId, RateKey, Side, TokenAmount, TradeId } from '@exchange/core/kernel';
import type { CancelReason } from './command';
import type { MarketStatus } from './market-rules';
import type { CarriedFees, Execution, Peg } from './open-order';

/** Why an order is no longer open. */
export type DoneReason =
  | 'filled'
  /** What was left could not trade, and the order never traded. */
  | 'dust'
  | 'self_trade'
  | 'below_minimum'
  | 'market_closed'
  | 'market_restarting'
  | 'delisted'
  /** The next trade's rate would have been too far from the last one's. */
  | 'price_band'
  /** It could not do what it was to do at once. */
  | Execution
  | CancelReason;

/** Why an edit was not applied; the order is as before. */
export type EditRefusal =
  | 'market_closed'
  /** A post-only order would have taken. */
  | 'post_only'
  /** More than what was left of the signed amounts, or at a worse rate than signed. */
  | 'exceeds_signed'
  /** The stop was triggered already, or there never was one. */
  | 'stop_triggered'
  | 'below_minimum'
  | 'rate_out_of_range';

/** The order waits outside the book: for its stop, or, pegged, for a fresh rate. */
export interface WaitingEvent {
  readonly kind: 'waiting';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly for: 'stop' | 'peg_rate';
}

/** The stop was crossed: the order has no stop rate any more and is matched next. */
export interface TriggeredEvent {
  readonly kind: 'triggered';
  readonly orderId: OrderId;
  readonly account: Address;
}

/** All that an edit can change, as it is after the edit; a new place in the book is told by `rested`. */
export interface EditedEvent {
  readonly kind: 'edited';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
  /** What the ledger must hold for it from now on. */
  readonly held: TokenAmount;
  readonly rateKey: RateKey;
  readonly hidden: boolean;
  readonly leaveAt: number;
  readonly stopRateKey?: RateKey;
  readonly peg?: Peg;
  readonly fees: CarriedFees;
}

export interface EditRefusedEvent {
  readonly kind: 'edit_refused';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly reason: EditRefusal;
}

/** The order entered the book at a level; a pegged one may have moved there. */
export interface RestedEvent {
  readonly kind: 'rested';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly side: Side;
  readonly rateKey: RateKey;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
}

/** One side of a trade: its book amounts after it, and the fee terms it carries. */
export interface Fill {
  readonly orderId: OrderId;
  readonly account: Address;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
  readonly fees: CarriedFees;
}

/** A trade at the maker's rate. `time`: Unix ms, never before the previous trade's. */
export interface TradeEvent {
  readonly kind: 'trade';
  readonly tradeId: TradeId;
  readonly time: number;
  readonly rateKey: RateKey;
  readonly takerSide: Side;
  readonly traded: TokenAmount;
  readonly quote: TokenAmount;
  readonly maker: Fill;
  readonly taker: Fill;
}

/** The order is no longer open and all of its hold is free. */
export interface DoneEvent {
  readonly kind: 'done';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly reason: DoneReason;
}

/** A cancel or an edit came too late. */
export interface NotOpenEvent {
  readonly kind: 'not_open';
  readonly orderId: OrderId;
  readonly account: Address;
}

/** A level's visible total in the traded token (at most 2^128−1) and number of visible orders; 0 and 0 when it is gone. */
export interface LevelEvent {
  readonly kind: 'level';
  readonly side: Side;
  readonly rateKey: RateKey;
  readonly amount: TokenAmount;
  readonly count: number;
}

export interface StatusEvent {
  readonly kind: 'status';
  readonly status: MarketStatus;
}

/** What matching says: everything downstream needs, and enough to rebuild the book. */
export type MarketEvent =
  | WaitingEvent
  | TriggeredEvent
  | EditedEvent
  | EditRefusedEvent
  | RestedEvent
  | TradeEvent
  | DoneEvent
  | NotOpenEvent
  | LevelEvent
  | StatusEvent;
