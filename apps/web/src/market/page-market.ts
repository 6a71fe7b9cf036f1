import type { ListedMarkets } from '../exchange/exchange';
import type { ListedMarket } from '@exchange/core/wire';

/** A listed market with what its figures need. */
export interface PageMarket {
  readonly id: string;
  readonly traded: string;
  readonly quote: string;
  readonly status: ListedMarket['status'];
  readonly tradedDecimals: number;
  readonly quoteDecimals: number;
}

/** The market of this id; undefined when it isn't listed. */
export function pageMarket(listing: ListedMarkets, id: string): PageMarket | undefined {
  const market = listing.markets[id];
  if (market === undefined) return undefined;
  const { traded, quote, status } = market;
  const [tradedToken, quoteToken] = [listing.tokens[traded], listing.tokens[quote]];
  if (tradedToken === undefined || quoteToken === undefined) return undefined;
  return {
    ...{ id, traded, quote, status },
    ...{ tradedDecimals: tradedToken.decimals, quoteDecimals: quoteToken.decimals },
  };
}
