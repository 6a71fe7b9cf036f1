import {
  type ListedMarket,
  type ListedToken,
  MARKET_STATUSES,
  type ListedStatus,
  type TokenView,
} from './schema';

/** A listed market; the quote minimums are in smallest units of the quote token. */
interface MarketView {
  readonly market: string;
  readonly traded: string;
  readonly quote: string;
  readonly minOrderAmountQuote: string;
  readonly minOrderRemainingQuote: string;
  readonly status: ListedStatus;
}

export interface ListingView {
  readonly tokens: readonly TokenView[];
  readonly markets: readonly MarketView[];
}

export interface Listed<M> {
  readonly tokens: Readonly<Record<string, ListedToken>>;
  readonly markets: Readonly<Record<string, M>>;
}

/** The `listed` data, the same over REST and the websocket (seed: Listed data). */
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

function tokenMap({ tokens, markets }: ListingView): Record<string, ListedToken> {
  const statuses = new Map<string, Set<ListedStatus>>();
  for (const { traded, quote, status } of markets) {
    for (const token of [traded, quote]) statuses.set(token, (statuses.get(token) ?? new Set()).add(status));
  }
  return Object.fromEntries(
    tokens.map(({ symbol, contract, name, decimals, minOrderAmount, minOrderRemaining }) => {
      const status = MARKET_STATUSES.find((each) => statuses.get(symbol)?.has(each)) ?? 'cancel_only';
      return [symbol, { contract, name, decimals, minOrderAmount, minOrderRemaining, status }];
    }),
  );
}

/** Token info, the same over REST and the websocket (seed: Token info). */
export function tokenInfoObject(token: TokenView): TokenView {
  const { name, symbol, contract, decimals, minOrderAmount, minOrderRemaining, supply, description, links } =
    token;
  return { name, symbol, contract, decimals, minOrderAmount, minOrderRemaining, supply, description, links };
}
