import { MARKET_STOPS } from '@exchange/core/ledger';
import { MARKET_STATUSES } from '@exchange/core/message';
import {
  addressColumn,
  choiceColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  marketIdColumn,
  nullable,
  primary,
  rateKeyColumn,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';

export const tokenTable = defineTable('token', {
  symbol: primary(textColumn),
  contract: addressColumn,
  name: textColumn,
  decimals: integerColumn,
  minOrderAmount: tokenAmountColumn,
  minOrderRemaining: tokenAmountColumn,
  supply: textColumn,
  description: textColumn,
  links: jsonColumn<Readonly<Record<string, string>>>(),
  /** Null: what the fee of a submitted withdrawal asks for. */
  minWithdrawal: nullable(tokenAmountColumn),
});

/** A market with trades of a group's accounts that are not settled in time. */
export const lateMarketTable = defineTable('late_market', {
  ownerGroup: primary(textColumn),
  market: primary(marketIdColumn),
});

export const marketTable = defineTable('market', {
  market: primary(marketIdColumn),
  index: integerColumn,
  traded: textColumn,
  quote: textColumn,
  minOrderAmountQuote: tokenAmountColumn,
  minOrderRemainingQuote: tokenAmountColumn,
  /** What the operator wants. */
  status: choiceColumn(...MARKET_STATUSES),
  /** Why the ledger keeps it at cancel_only; null when it doesn't. */
  stop: nullable(choiceColumn(...MARKET_STOPS)),
  /** Rate key of the last trade; null before any. */
  lastRateKey: nullable(rateKeyColumn),
});
