import type { Address, OrderId, RateKey, Side, TokenAmount, TradeId } from '@exchange/core/kernel';
import type { CancelReason } from './command';
import type { MarketStatus } from './market-rules';
import type { CarriedFees } from './open-order';

/** Why an order is no longer open. */
export type DoneReason =
  | 'filled'
  /** What was left could not trade, and the order never traded. */
  | 'dust'
  | 'self_trade'
  | 'below_minimum'
  | 'market_closed'
  | 'market_restarting'
  | CancelReason;

/** The order entered the book. */
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

/** A cancel came too late. */
export interface NotOpenEvent {
  readonly kind: 'not_open';
  readonly orderId: OrderId;
  readonly account: Address;
}

/** A level's visible total in the traded token (at most 2^128−1) and number of orders; 0 and 0 when it is gone. */
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
export type MarketEvent = RestedEvent | TradeEvent | DoneEvent | NotOpenEvent | LevelEvent | StatusEvent;
