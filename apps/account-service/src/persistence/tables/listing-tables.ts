import {
  amountColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  textColumn,
} from '@exchange/platform';

export const tokenTable = defineTable('token', {
  symbol: primary(textColumn),
  contract: textColumn,
  name: textColumn,
  decimals: integerColumn,
  minOrderAmount: amountColumn,
  minOrderRemaining: amountColumn,
  supply: textColumn,
  description: textColumn,
  links: jsonColumn<Record<string, string>>(),
});

export const marketTable = defineTable('market', {
  market: primary(textColumn),
  index: integerColumn,
  traded: textColumn,
  quote: textColumn,
  minOrderAmountQuote: amountColumn,
  minOrderRemainingQuote: amountColumn,
  status: textColumn,
  /** Rate key of the last trade; null before any. */
  lastRateKey: nullable(integerColumn),
});
