import { Type } from '@sinclair/typebox';
import {
  amount,
  bool,
  type Codec,
  hash,
  integer,
  object,
  oneOf,
  optional,
  orderId,
  plain,
  rateKey,
  side,
  storableText,
  uint,
  type ValueOf,
} from '../codec';

/** Fees fixed when an order was accepted or last edited; they travel with it. Rates in parts per million of what is bought. */
export const feeTerms = object({
  /** Negative: a rebate. */
  makerPpm: integer,
  takerPpm: uint,
  /** Charged to a taker per trade, in smallest units of the bought token; 0 when switched off. */
  settlementFee: amount,
  /** In which of its two tokens a maker gets its rebate (seed: placeOrder fields). */
  rebateToken: side,
  /** Of the schedule that the rates are of; absent: the first. */
  version: optional(uint),
});
export type FeeTerms = ValueOf<typeof feeTerms>;

/** The rate that an order follows: this much of a currency for one whole traded token. */
export const peg = object({ rateKey, currency: storableText });
export type Peg = ValueOf<typeof peg>;

/** What an order must do at once, or is done: never take, trade what it can, or trade in full. */
export const EXECUTIONS = ['post_only', 'immediate_or_cancel', 'fill_or_kill'] as const;
export const execution = oneOf(...EXECUTIONS);
export type Execution = ValueOf<typeof execution>;

/** Why the ledger takes an order out of the book. */
export const CANCEL_REASONS = [
  'owner',
  'expired',
  'delegate_removed',
  'order_cancelled_on_chain',
  'exit_requested',
  'disconnected',
  /** A trade could not settle, and its owner must give back what the order sells. */
  'trade_reversed',
  'market_closed',
  /** The operator froze its account, or canceled all orders of its market. */
  'operator',
] as const;
export const cancelReason = oneOf(...CANCEL_REASONS);
export type CancelReason = ValueOf<typeof cancelReason>;

/** What names one order of an account: any of these, `hash` in either form; what is given must name the same order. */
export const orderName = object({ id: optional(orderId), cid: optional(uint), hash: optional(hash) });
export type OrderName = ValueOf<typeof orderName>;

/** What can be said of an order when it is placed and changed by an edit. Amounts in smallest units. */
export const orderWishes = object({
  hidden: optional(bool),
  /** Waits outside the book until the last trade's rate crosses this one. */
  stopRateKey: optional(rateKey),
  peg: optional(peg),
  sellBook: optional(amount),
  buyBook: optional(amount),
});
export type OrderWishes = ValueOf<typeof orderWishes>;

/** When an edited order leaves its book: Unix seconds, or as late as the signature allows. */
export const newTimeInForce: Codec<number | 'default'> = plain(
  Type.Union([uint.schema, Type.Literal('default')]),
);

/** All that can be said of an order beside its signed terms. */
export const placementOptions = object({
  cid: optional(uint),
  rebateToken: optional(side),
  execution: optional(execution),
  /** Unix seconds; absent for as long as the signature allows. */
  timeInForce: optional(uint),
  ...orderWishes.members,
});
export type PlacementOptions = ValueOf<typeof placementOptions>;
