import type {
  ListedMarket,
  ListedToken,
  Listing,
  MarketRules as EngineRules,
  MarketStatus,
} from '@exchange/contract/bus';
import {
  type Address,
  address,
  amountFrom,
  DECIMALS_MAX,
  MARKET_INDEX_MAX,
  type MarketId,
  marketId,
  ok,
  present,
  reject,
  type Result,
  tokenSymbol,
  wholeTokens,
} from '@exchange/core/kernel';
import type { MarketRules, TokenRules } from '@exchange/core/ledger';

/** A traded amount of 10 000 units would be a fortune in a token without decimals (docs/interface, orders). */
const MIN_DECIMALS = 1;
const SYMBOL_PATTERN = /^[A-Za-z0-9_]{1,16}$/;

/** Everything that is listed: what may be traded, and under which rules. */
export class ListingState {
  private readonly tokens = new Map<string, ListedToken>();
  private readonly tokenByContract = new Map<string, ListedToken>();
  private readonly markets = new Map<string, ListedMarket>();

  static of(listing: Listing): ListingState {
    const state = new ListingState();
    for (const token of listing.tokens) state.putToken(token);
    for (const market of listing.markets) state.markets.set(market.market, market);
    return state;
  }

  /** The symbol of a token; one that isn't listed is named by its contract. */
  symbolOf(contract: Address): string {
    return this.tokenByContract.get(contract)?.symbol ?? contract;
  }

  /** The rules of a listed token; undefined when it isn't listed. */
  tokenRules(contract: Address): TokenRules | undefined {
    const token = this.tokenByContract.get(contract);
    return token === undefined ? undefined : rulesOf(token);
  }

  market(market: string): ListedMarket | undefined {
    return this.markets.get(market);
  }

  content(): Listing {
    return { tokens: [...this.tokens.values()], markets: [...this.markets.values()] };
  }

  /** Lists a token. The same again changes nothing; another one of that symbol or contract is refused. */
  listToken(token: ListedToken): Result<'listed' | 'unchanged'> {
    if (!SYMBOL_PATTERN.test(token.symbol)) {
      return reject('INVALID_LISTING', 'symbol must be 1 to 16 letters, digits or _');
    }
    if (token.decimals < MIN_DECIMALS || token.decimals > DECIMALS_MAX) {
      return reject('INVALID_LISTING', `decimals must be ${MIN_DECIMALS} to ${DECIMALS_MAX}`);
    }
    const known = this.tokens.get(token.symbol) ?? this.tokenByContract.get(token.contract);
    if (known === undefined) {
      this.putToken(token);
      return ok('listed');
    }
    if (
      known.symbol === token.symbol &&
      known.contract === token.contract &&
      known.decimals === token.decimals
    ) {
      return ok('unchanged');
    }
    return reject('INVALID_LISTING', `${known.symbol} is listed with contract ${known.contract}`);
  }

  /** Lists a market of two listed tokens under the next index; an ambiguous id is refused. */
  listMarket(
    market: Omit<ListedMarket, 'index' | 'status'>,
  ): Result<{ market: ListedMarket; isNew: boolean }> {
    const { traded, quote } = market;
    if (!this.tokens.has(traded) || !this.tokens.has(quote) || traded === quote) {
      return reject('INVALID_LISTING', 'traded and quote must be two listed tokens');
    }
    if (market.market !== `${traded}${quote}`) {
      return reject('INVALID_LISTING', `the market id must be ${traded}${quote}`);
    }
    const known = this.markets.get(market.market);
    if (known === undefined) {
      if (this.markets.size >= MARKET_INDEX_MAX) {
        return reject(
          'INVALID_LISTING',
          `${MARKET_INDEX_MAX} markets are listed, which is the most there can be`,
        );
      }
      const listed: ListedMarket = { ...market, index: this.markets.size + 1, status: 'open' };
      this.markets.set(listed.market, listed);
      return ok({ market: listed, isNew: true });
    }
    if (known.traded === traded && known.quote === quote) return ok({ market: known, isNew: false });
    return reject('INVALID_LISTING', `${market.market} is the market of ${known.traded} and ${known.quote}`);
  }

  /** Takes what exists of a token, in smallest units. False when it isn't listed or that is known. */
  setSupply(contract: Address, units: bigint): boolean {
    const token = this.tokenByContract.get(contract);
    if (token === undefined) return false;
    const supply = wholeTokens(units, token.decimals);
    if (supply === token.supply) return false;
    this.putToken({ ...token, supply });
    return true;
  }

  setStatus(market: string, status: MarketStatus): Result<ListedMarket> {
    const known = this.markets.get(market);
    if (known === undefined) return reject('UNKNOWN_MARKET', `${market} is not listed`);
    const changed = { ...known, status };
    this.markets.set(market, changed);
    return ok(changed);
  }

  /** The rules that the ledger needs of a listed market. */
  ledgerRules(market: string): MarketRules {
    const listed = present(this.markets.get(market), `listed market ${market}`);
    return {
      id: marketId(listed.market),
      traded: rulesOf(present(this.tokens.get(listed.traded), `listed token ${listed.traded}`)),
      quote: rulesOf(present(this.tokens.get(listed.quote), `listed token ${listed.quote}`)),
      status: listed.status,
      minOrderAmountQuote: amountFrom(listed.minOrderAmountQuote),
    };
  }

  /** The rules that the engine needs of a listed market. */
  engineRules(market: string): EngineRules {
    const listed = present(this.markets.get(market), `listed market ${market}`);
    const traded = present(this.tokens.get(listed.traded), listed.traded);
    const quote = present(this.tokens.get(listed.quote), listed.quote);
    return {
      market: listed.market,
      index: listed.index,
      tradedDecimals: traded.decimals,
      quoteDecimals: quote.decimals,
      minOrderRemaining: traded.minOrderRemaining,
      minOrderRemainingQuote: listed.minOrderRemainingQuote,
    };
  }

  marketIds(): MarketId[] {
    return [...this.markets.keys()].map(marketId);
  }

  private putToken(token: ListedToken): void {
    this.tokens.set(token.symbol, token);
    this.tokenByContract.set(token.contract, token);
  }
}

const rulesOf = (token: ListedToken): TokenRules => ({
  contract: address(token.contract),
  symbol: tokenSymbol(token.symbol),
  decimals: token.decimals,
  minOrderAmount: amountFrom(token.minOrderAmount),
});
