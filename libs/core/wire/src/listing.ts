/** A listed token (seed: Token info). Amounts in its smallest unit; supply in whole tokens. */
export interface TokenView {
  readonly symbol: string;
  readonly contract: string;
  readonly name: string;
  readonly decimals: number;
  readonly minOrderAmount: string;
  readonly minOrderRemaining: string;
  readonly supply: string;
  readonly description: string;
  readonly links: Readonly<Record<string, string>>;
}

export type MarketStatus = 'open' | 'post_only' | 'cancel_only';

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

export interface ListedToken {
  readonly contract: string;
  readonly name: string;
  readonly decimals: number;
}

/** A market in the listed data of REST; the websocket's has the minimums as well. */
export interface RestListedMarket {
  readonly traded: string;
  readonly quote: string;
  readonly status: MarketStatus;
}

export interface ListedMarket extends RestListedMarket {
  readonly minOrderAmountQuote: string;
  readonly minOrderRemainingQuote: string;
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
