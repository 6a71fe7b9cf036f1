import type { ListedMarket, ListedToken, MarketStatus, RestListedMarket, TokenView } from './schema';

/** A listed market; the quote minimums are in smallest units of the quote token. */
export interface MarketView {
  readonly market: string;
  readonly traded: string;
  readonly quote: string;
  readonly minOrderAmountQuote: string;
  readonly minOrderRemainingQuote: string;
  readonly status: MarketStatus;
}

export interface ListingView {
  readonly tokens: readonly TokenView[];
  readonly markets: readonly MarketView[];
}

export interface Listed<M> {
  readonly tokens: Readonly<Record<string, ListedToken>>;
  readonly markets: Readonly<Record<string, M>>;
}

/** The `listed` data of the websocket. */
export function listedObject(listing: ListingView): Listed<ListedMarket> {
  return {
    tokens: tokenMap(listing),
    markets: Object.fromEntries(
      listing.markets.map(
        ({ market, traded, quote, minOrderAmountQuote, minOrderRemainingQuote, status }) => [
          market,
          { traded, quote, minOrderAmountQuote, minOrderRemainingQuote, status },
        ],
      ),
    ),
  };
}

/** The `listed` data of REST. */
export function restListedObject(listing: ListingView): Listed<RestListedMarket> {
  return {
    tokens: tokenMap(listing),
    markets: Object.fromEntries(
      listing.markets.map(({ market, traded, quote, status }) => [market, { traded, quote, status }]),
    ),
  };
}

function tokenMap(listing: ListingView): Record<string, ListedToken> {
  return Object.fromEntries(
    listing.tokens.map(({ symbol, contract, name, decimals }) => [symbol, { contract, name, decimals }]),
  );
}

/** Token info, the same over REST and the websocket (seed: Token info). */
export function tokenInfoObject(token: TokenView): TokenView {
  const { name, symbol, contract, decimals, minOrderAmount, minOrderRemaining, supply, description, links } =
    token;
  return { name, symbol, contract, decimals, minOrderAmount, minOrderRemaining, supply, description, links };
}
