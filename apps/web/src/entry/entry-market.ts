import type { MarketDecimals } from '@exchange/core/kernel';
import type { Listed, ListedMarket, MarketStatus } from '@exchange/core/wire';

/** What entering an order needs to know of a token. */
export interface EntryToken {
  readonly symbol: string;
  readonly decimals: number;
  /** Smallest units. */
  readonly minOrderAmount: bigint;
}

/** What entering an order needs to know of a market. */
export interface EntryMarket {
  readonly id: string;
  readonly status: MarketStatus;
  readonly traded: EntryToken;
  readonly quote: EntryToken;
  /** Smallest units of the quote token. */
  readonly minOrderAmountQuote: bigint;
  readonly decimals: MarketDecimals;
}

/** A listed market for the form; undefined when it, or a token of it, isn't listed. */
export function entryMarket(listed: Listed<ListedMarket>, id: string): EntryMarket | undefined {
  const market = listed.markets[id];
  if (market === undefined) return undefined;
  const [traded, quote] = [entryToken(listed, market.traded), entryToken(listed, market.quote)];
  if (traded === undefined || quote === undefined) return undefined;
  return {
    ...{ id, status: market.status, traded, quote },
    minOrderAmountQuote: BigInt(market.minOrderAmountQuote),
    decimals: { traded: traded.decimals, quote: quote.decimals },
  };
}

function entryToken({ tokens }: Listed<ListedMarket>, symbol: string): EntryToken | undefined {
  const token = tokens[symbol];
  if (token === undefined) return undefined;
  return { symbol, decimals: token.decimals, minOrderAmount: BigInt(token.minOrderAmount) };
}

/** What an order of a side gives, and what it takes. */
export const tokensOf = ({ traded, quote }: EntryMarket, side: 'buy' | 'sell') =>
  side === 'buy' ? { sold: quote, bought: traded } : { sold: traded, bought: quote };
