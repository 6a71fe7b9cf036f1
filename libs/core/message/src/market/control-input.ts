import {
  amount,
  bool,
  decimal,
  marketId,
  nullable,
  object,
  oneOf,
  optional,
  storableText,
  uint,
  type ValueOf,
  variants,
} from '../codec';

/**
 * What a market allows, from the one that takes most orders to the one that takes none ever again: `open`; `post_only`
 * (an order that would take is canceled); `cancel_only` (no matching, no new orders); `delisted` (all orders are
 * canceled).
 */
export const MARKET_STATUSES = ['open', 'post_only', 'cancel_only', 'delisted'] as const;
export const marketStatus = oneOf(...MARKET_STATUSES);
export type MarketStatus = ValueOf<typeof marketStatus>;

/** The rules of one market that matching needs; amounts in smallest units of the named token. */
export const marketRules = object({
  market: marketId,
  /** The market's index in trade ids. */
  index: uint,
  tradedDecimals: uint,
  quoteDecimals: uint,
  /** After a partial fill, a remainder below this many smallest units of the traded token leaves the book. */
  minOrderRemaining: amount,
  /** The same for the remainder's value at the order's own rate, in smallest units of the quote token. */
  minOrderRemainingQuote: amount,
  /** The least that can be offered, in smallest units of the traded token, and what it must be worth; 0 when absent. */
  minOrderAmount: optional(amount),
  minOrderAmountQuote: optional(amount),
  /** How far from the last trade's rate a taker may sweep, in percent; absent when there is no band. */
  priceBandPercent: optional(uint),
});
export type MarketRules = ValueOf<typeof marketRules>;

/** What the exchange itself sends to a market. */
export const controlInput = variants({
  /** A market exists from its first rules on; its index and decimals never change. */
  rules: { rules: marketRules },
  /** Unix seconds; orders whose moment has come leave. Never goes back. */
  time: { now: uint },
  /**
   * What the market may do; one other than cancel_only also clears a defect, unless it only ends a stop of the ledger's
   * own (`endsStop`).
   */
  status: { status: marketStatus, endsStop: optional(bool) },
  /** All orders leave the market; it goes on as its status says. */
  cancel_all: {},
  /** How much of a currency one whole quote token is worth; null when no fresh rate is known. */
  peg_rate: { currency: storableText, rate: nullable(decimal) },
});
export type ControlInput = ValueOf<typeof controlInput>;
export type ControlInputOf<K extends ControlInput['kind']> = Extract<ControlInput, { kind: K }>;
