import { type Listing, MARKET_STATUSES, type MarketStatus, type TokenListing } from '@exchange/core/message';
import type { ListedMarket, ListedToken, TokenView } from './schema';

export interface Listed<M> {
  readonly tokens: Readonly<Record<string, ListedToken>>;
  readonly markets: Readonly<Record<string, M>>;
}

/** The `listed` data, the same over REST and the websocket (seed: Listed data). */
export function listedObject(listing: Listing): Listed<ListedMarket> {
  return {
    tokens: tokenMap(listing),
    markets: Object.fromEntries(
      listing.markets.map(
        ({ market, traded, quote, minOrderAmountQuote, minOrderRemainingQuote, status }) => [
          market,
          {
            ...{ traded, quote },
            minOrderAmountQuote: minOrderAmountQuote.toString(),
            minOrderRemainingQuote: minOrderRemainingQuote.toString(),
            status,
          },
        ],
      ),
    ),
  };
}

function tokenMap({ tokens, markets }: Listing): Record<string, ListedToken> {
  const statuses = new Map<string, Set<MarketStatus>>();
  for (const { traded, quote, status } of markets) {
    for (const token of [traded, quote]) statuses.set(token, (statuses.get(token) ?? new Set()).add(status));
  }
  return Object.fromEntries(
    tokens.map((token) => {
      const { symbol, contract, name, decimals } = token;
      const status = MARKET_STATUSES.find((each) => statuses.get(symbol)?.has(each)) ?? 'cancel_only';
      return [symbol, { contract, name, decimals, ...minimums(token), status }];
    }),
  );
}

/** Token info, the same over REST and the websocket (seed: Token info). */
export function tokenInfoObject(token: TokenListing): TokenView {
  const { name, symbol, contract, decimals, supply, description, links } = token;
  return { name, symbol, contract, decimals, ...minimums(token), supply, description, links };
}

const minimums = (token: Pick<TokenListing, 'minOrderAmount' | 'minOrderRemaining'>) => ({
  minOrderAmount: token.minOrderAmount.toString(),
  minOrderRemaining: token.minOrderRemaining.toString(),
});
