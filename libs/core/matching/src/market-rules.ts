import type { MarketDecimals, MarketId, TokenAmount } from '@exchange/core/kernel';

/** The rules of one market that matching needs. */
export interface MarketRules {
  readonly market: MarketId;
  /** The market's index in trade ids. */
  readonly index: number;
  readonly decimals: MarketDecimals;
  /** After a partial fill, a rest below this many smallest units of the traded token leaves the book. */
  readonly minOrderRemaining: TokenAmount;
  /** The same for what the rest is worth at the order's own rate, in smallest units of the quote token. */
  readonly minOrderRemainingQuote: TokenAmount;
  /** How far from the last trade's rate a taker may sweep, in percent; undefined when there is no band. */
  readonly priceBandPercent: number | undefined;
}

/**
 * What a market allows: `open`; `post_only` (an order that would take is canceled); `cancel_only` (no matching, no new
 * orders); `delisted` (all orders are canceled, and none is taken any more).
 */
export type MarketStatus = 'open' | 'post_only' | 'cancel_only' | 'delisted';
