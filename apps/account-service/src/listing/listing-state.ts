import {
  type Address,
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
import {
  approveTransition,
  type MarketStop,
  type TradingRules,
  type TokenRules,
} from '@exchange/core/ledger';
import type {
  Listing,
  MarketEdit,
  MarketListing,
  MarketRules,
  MarketStatus,
  MarketTerms,
  TokenEdit,
  TokenListing,
} from '@exchange/core/message';
import {
  checkMarketId,
  checkSameMarket,
  checkSameToken,
  checkTexts,
  checkToken,
  invalidListing,
} from './listing-checks';

/** Everything that is listed: what may be traded, and under which rules. */
export class ListingState {
  private readonly tokens = new Map<string, TokenListing>();
  private readonly tokenByContract = new Map<string, TokenListing>();
  /** As the operator wants them. */
  private readonly markets = new Map<string, MarketListing>();
  private readonly stops = new Map<string, MarketStop>();

  static of(listing: Listing): ListingState {
    const state = new ListingState();
    for (const token of listing.tokens) state.putToken(token);
    for (const market of listing.markets) state.markets.set(market.market, market);
    return state;
  }

  /** One that can be changed, and then taken or forgotten, while this stays as it is. */
  copy(): ListingState {
    const copy = ListingState.of(this.wanted());
    for (const [market, stop] of this.stops) copy.stops.set(market, stop);
    return copy;
  }

  /** The symbol of a token; one that isn't listed is named by its contract. */
  symbolOf(contract: Address): string {
    return this.tokenByContract.get(contract)?.symbol ?? contract;
  }

  /** The contract of a token that an operator names by its symbol, if one is named at all; UNKNOWN_TOKEN when it isn't listed. */
  namedToken(symbol: string | undefined): Result<Address | undefined> {
    if (symbol === undefined) return ok(undefined);
    const token = this.tokens.get(symbol);
    return token === undefined ? reject('UNKNOWN_TOKEN', `${symbol} is not listed`) : ok(token.contract);
  }

  /** The rules of a token that a request names by its contract; UNKNOWN_TOKEN when it isn't listed. */
  requireToken(contract: Address): Result<TokenRules> {
    const rules = this.tokenRules(contract);
    return rules === undefined
      ? reject('UNKNOWN_TOKEN', `${contract} is not the contract of a listed token`)
      : ok(rules);
  }

  /** The rules of a listed token; undefined when it isn't listed. */
  tokenRules(contract: Address): TokenRules | undefined {
    const token = this.tokenByContract.get(contract);
    return token === undefined ? undefined : rulesOf(token);
  }

  /** A market as the operator wants it. */
  market(market: string): MarketListing | undefined {
    return this.markets.get(market);
  }

  /** As the operator wants it. */
  wanted(): Listing {
    return { tokens: [...this.tokens.values()], markets: [...this.markets.values()] };
  }

  /** As it is: markets that the ledger stops are cancel_only. */
  content(): Listing {
    const { tokens, markets } = this.wanted();
    return {
      tokens,
      markets: markets.map((market) => ({ ...market, status: this.statusOf(market.market) })),
    };
  }

  /** What a market allows: the strictest of what the operator wants and of the ledger's stop. */
  statusOf(market: string): MarketStatus {
    const { status } = present(this.markets.get(market), `listed market ${market}`);
    return status === 'delisted' || !this.stops.has(market) ? status : 'cancel_only';
  }

  stopOf(market: string): MarketStop | undefined {
    return this.stops.get(market);
  }

  /** Stops a market, or ends its stop; false when it is so already. */
  setStop(market: string, stop: MarketStop | undefined): boolean {
    if (this.stops.get(market) === stop) return false;
    if (stop === undefined) this.stops.delete(market);
    else this.stops.set(market, stop);
    return true;
  }

  /** Lists a token. The same again changes nothing; with other values it is refused, which are for editing. */
  listToken(token: TokenListing): Result<'listed' | 'unchanged'> {
    const checked = checkToken(token);
    if (!checked.ok) return checked;
    const known = this.tokens.get(token.symbol) ?? this.tokenByContract.get(token.contract);
    if (known === undefined) {
      this.putToken(token);
      return ok('listed');
    }
    const same = checkSameToken(known, token);
    return same.ok ? ok('unchanged') : same;
  }

  /** Changes what may change of a token. The markets whose rules changed with it. */
  editToken(edit: TokenEdit): Result<readonly MarketListing[]> {
    const known = this.tokens.get(edit.symbol);
    if (known === undefined) return reject('UNKNOWN_TOKEN', `${edit.symbol} is not listed`);
    const texts = checkTexts(edit);
    if (!texts.ok) return texts;
    const { name, minOrderAmount, minOrderRemaining, description, links, minWithdrawal } = edit;
    this.putToken({ ...known, name, minOrderAmount, minOrderRemaining, description, links, minWithdrawal });
    return ok(
      [...this.markets.values()].filter(({ traded, quote }) => [traded, quote].includes(edit.symbol)),
    );
  }

  /**
   * Lists a market of two listed tokens under the next index; an ambiguous id is refused. The same again changes
   * nothing; with other values it is refused, which are for editing.
   */
  listMarket(
    market: MarketTerms,
    status: MarketStatus = 'open',
  ): Result<{ market: MarketListing; isNew: boolean }> {
    const { traded, quote } = market;
    if (!this.tokens.has(traded) || !this.tokens.has(quote) || traded === quote) {
      return invalidListing('traded and quote must be two listed tokens');
    }
    const checked = checkMarketId(market);
    if (!checked.ok) return checked;
    const known = this.markets.get(market.market);
    if (known === undefined) {
      if (this.markets.size >= MARKET_INDEX_MAX) {
        return invalidListing(`${MARKET_INDEX_MAX} markets are listed, which is the most there can be`);
      }
      const listed: MarketListing = { ...market, index: this.markets.size + 1, status };
      this.markets.set(listed.market, listed);
      return ok({ market: listed, isNew: true });
    }
    if (known.traded !== traded || known.quote !== quote) {
      return invalidListing(`${market.market} is the market of ${known.traded} and ${known.quote}`);
    }
    if (known.status === 'delisted')
      return reject('ALREADY_LISTED', `${market.market} was listed and delisted, which is final`);
    const same = checkSameMarket(known, market);
    return same.ok ? ok({ market: known, isNew: false }) : same;
  }

  /** Changes what may change of a market. */
  editMarket({
    market,
    minOrderAmountQuote,
    minOrderRemainingQuote,
  }: MarketEdit): Result<readonly MarketListing[]> {
    const known = this.markets.get(market);
    if (known === undefined) return reject('UNKNOWN_MARKET', `${market} is not listed`);
    const edited = { ...known, minOrderAmountQuote, minOrderRemainingQuote };
    this.markets.set(market, edited);
    return ok([edited]);
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

  /** Sets what the operator wants, as far as the table of transitions allows it. */
  setStatus(market: string, status: MarketStatus): Result<MarketListing> {
    const known = this.markets.get(market);
    if (known === undefined) return reject('UNKNOWN_MARKET', `${market} is not listed`);
    const allowed = approveTransition(known.market, known.status, status);
    if (!allowed.ok) return allowed;
    const changed = { ...known, status };
    this.markets.set(market, changed);
    return ok(changed);
  }

  /** The rules that the ledger needs of a listed market. */
  ledgerRules(market: string): TradingRules {
    const listed = present(this.markets.get(market), `listed market ${market}`);
    return {
      id: listed.market,
      traded: rulesOf(present(this.tokens.get(listed.traded), `listed token ${listed.traded}`)),
      quote: rulesOf(present(this.tokens.get(listed.quote), `listed token ${listed.quote}`)),
      status: this.statusOf(market),
      stop: this.stops.get(market),
      minOrderAmountQuote: listed.minOrderAmountQuote,
    };
  }

  /** The rules that the engine needs of a listed market. */
  engineRules(market: string): MarketRules {
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
      minOrderAmount: traded.minOrderAmount,
      minOrderAmountQuote: listed.minOrderAmountQuote,
    };
  }

  /** Whether this one has every token and market of the other: nothing is ever taken out, so an older one lacks some. */
  hasAllOf({ tokens, markets }: ListingState): boolean {
    return (
      [...tokens.keys()].every((symbol) => this.tokens.has(symbol)) &&
      [...markets.keys()].every((market) => this.markets.has(market))
    );
  }

  marketIds(): MarketId[] {
    return [...this.markets.keys()].map(marketId);
  }

  private putToken(token: TokenListing): void {
    this.tokens.set(token.symbol, token);
    this.tokenByContract.set(token.contract, token);
  }
}

const rulesOf = (token: TokenListing): TokenRules => ({
  contract: token.contract,
  symbol: tokenSymbol(token.symbol),
  decimals: token.decimals,
  minOrderAmount: token.minOrderAmount,
  minWithdrawal: token.minWithdrawal,
});
