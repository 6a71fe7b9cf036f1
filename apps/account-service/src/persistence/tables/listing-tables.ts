import { amountColumn, integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

interface TokenRow {
  symbol: string;
  contract: string;
  name: string;
  decimals: number;
  minOrderAmount: bigint;
  minOrderRemaining: bigint;
  supply: string;
  description: string;
  links: Record<string, string>;
}

export const tokenTable: Table<TokenRow> = new EntitySchema<TokenRow>({
  name: 'token',
  columns: {
    symbol: { ...textColumn, primary: true },
    contract: textColumn,
    name: textColumn,
    decimals: integerColumn,
    minOrderAmount: amountColumn,
    minOrderRemaining: amountColumn,
    supply: textColumn,
    description: textColumn,
    links: jsonColumn,
  },
});

interface MarketRow {
  market: string;
  index: number;
  traded: string;
  quote: string;
  minOrderAmountQuote: bigint;
  minOrderRemainingQuote: bigint;
  status: string;
  /** Rate key of the last trade; null before any. */
  lastRateKey: number | null;
}

export const marketTable: Table<MarketRow> = new EntitySchema<MarketRow>({
  name: 'market',
  columns: {
    market: { ...textColumn, primary: true },
    index: integerColumn,
    traded: textColumn,
    quote: textColumn,
    minOrderAmountQuote: amountColumn,
    minOrderRemainingQuote: amountColumn,
    status: textColumn,
    lastRateKey: { ...integerColumn, nullable: true },
  },
});
