import type { Address, MarketDecimals, MarketId, TokenAmount, TokenSymbol } from '@exchange/core/kernel';

export interface TokenRules {
  readonly contract: Address;
  readonly symbol: TokenSymbol;
  readonly decimals: number;
  /** Least traded amount of an order in a market of this token, in its smallest units. */
  readonly minOrderAmount: TokenAmount;
  /** Least amount of a submitted withdrawal, in its smallest units; by default what its fee asks for. */
  readonly minWithdrawal?: TokenAmount | undefined;
}

/** Why the ledger itself keeps a market at cancel_only, whatever the operator wants. */
export const MARKET_STOPS = [
  'contract_paused',
  'settler_revoked',
  'settlement_late',
  'solvency_difference',
] as const;
export type MarketStop = (typeof MARKET_STOPS)[number];

export interface TradingRules {
  readonly id: MarketId;
  readonly traded: TokenRules;
  readonly quote: TokenRules;
  /** What the operator wants, or cancel_only as long as the ledger stops the market. */
  readonly status: 'open' | 'post_only' | 'cancel_only' | 'delisted';
  readonly stop?: MarketStop | undefined;
  /** Least value of an order, in smallest units of the quote token. */
  readonly minOrderAmountQuote: TokenAmount;
}

export const decimalsOf = (market: TradingRules): MarketDecimals => ({
  traded: market.traded.decimals,
  quote: market.quote.decimals,
});
