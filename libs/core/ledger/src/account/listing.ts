import type { Address, MarketDecimals, MarketId, TokenAmount, TokenSymbol } from '@exchange/core/kernel';

export interface TokenRules {
  readonly contract: Address;
  readonly symbol: TokenSymbol;
  readonly decimals: number;
  /** Least traded amount of an order in a market of this token, in its smallest units. */
  readonly minOrderAmount: TokenAmount;
}

export interface TradingRules {
  readonly id: MarketId;
  readonly traded: TokenRules;
  readonly quote: TokenRules;
  readonly status: 'open' | 'post_only' | 'cancel_only' | 'delisted';
  /** Least value of an order, in smallest units of the quote token. */
  readonly minOrderAmountQuote: TokenAmount;
}

export const decimalsOf = (market: TradingRules): MarketDecimals => ({
  traded: market.traded.decimals,
  quote: market.quote.decimals,
});
