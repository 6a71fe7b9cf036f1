import type { Address } from '@exchange/core/kernel';
import type { ListedFees, Listing, MarketListing, TokenListing } from '@exchange/core/message';
import { type ConfigView, feeRowViews } from '@exchange/core/wire';

/** A listed market with its two tokens. */
export interface MarketEntry {
  readonly listed: MarketListing;
  readonly traded: TokenListing;
  readonly quote: TokenListing;
}

/** A market that isn't delisted. */
export interface ShownMarket extends MarketListing {
  readonly status: Exclude<MarketListing['status'], 'delisted'>;
}

/** Everything that is listed, found by name or contract. Never changes: a new listing makes a new index. */
export class ListingIndex {
  private readonly tokens = new Map<string, TokenListing>();
  private readonly contracts = new Map<Address, TokenListing>();
  private readonly entries = new Map<string, MarketEntry>();
  private readonly tokensIgnoringCase = new Map<string, string[]>();
  private readonly marketsIgnoringCase = new Map<string, string[]>();

  /** `version`: the dense sequence of the listing, a new one for every change. */
  constructor(
    readonly version: number,
    readonly listing: Listing,
    /** Seconds that the contract lets what needs no co-signature wait; undefined until the chain has said so. */
    readonly waitingPeriod?: number,
    /** The contract takes no deposits now. */
    readonly depositsPaused?: true,
    /** The schedule of fees in force, and the announced one; undefined while an earlier release of the owner tells: the configured one. */
    readonly fees?: ListedFees,
  ) {
    for (const token of listing.tokens) {
      this.tokens.set(token.symbol, token);
      this.contracts.set(token.contract, token);
      remember(this.tokensIgnoringCase, token.symbol);
    }
    for (const listed of listing.markets) {
      const traded = this.tokens.get(listed.traded);
      const quote = this.tokens.get(listed.quote);
      if (traded === undefined || quote === undefined) continue;
      this.entries.set(listed.market, { listed, traded, quote });
      remember(this.marketsIgnoringCase, listed.market);
    }
  }

  /** What clients are told of the deployment that only the listing's log says. */
  get told(): Pick<ConfigView, 'waitingPeriod' | 'depositsPaused' | 'nextFees'> &
    Partial<Pick<ConfigView, 'fees'>> {
    const { depositsPaused, waitingPeriod, fees } = this;
    const said = { waitingPeriod, depositsPaused };
    if (fees === undefined) return said;
    const { current, next } = fees;
    const nextFees = next && { startsAt: next.startsAt, fees: feeRowViews(next.rows) };
    return { ...said, fees: feeRowViews(current.rows), nextFees };
  }

  /** What clients are shown: the listing without the markets that are delisted. */
  get shown(): { readonly tokens: readonly TokenListing[]; readonly markets: readonly ShownMarket[] } {
    const { tokens, markets } = this.listing;
    return { tokens, markets: markets.filter(isShown) };
  }

  token(symbol: string): TokenListing | undefined {
    return this.tokens.get(symbol);
  }

  tokenAt(contract: Address): TokenListing | undefined {
    return this.contracts.get(contract);
  }

  market(id: string): MarketEntry | undefined {
    return this.entries.get(id);
  }

  markets(): IterableIterator<MarketEntry> {
    return this.entries.values();
  }

  /** The token with this symbol, or the only one that matches ignoring case (docs/interface, values). */
  tokenIgnoringCase(symbol: string): TokenListing | undefined {
    return this.tokens.get(symbol) ?? this.tokens.get(onlyOne(this.tokensIgnoringCase, symbol) ?? '');
  }

  /** The market with this id, or the only one that matches ignoring case. */
  marketIgnoringCase(id: string): MarketEntry | undefined {
    return this.entries.get(id) ?? this.entries.get(onlyOne(this.marketsIgnoringCase, id) ?? '');
  }
}

const isShown = (market: MarketListing): market is ShownMarket => market.status !== 'delisted';

function remember(names: Map<string, string[]>, name: string): void {
  const key = name.toLowerCase();
  names.set(key, [...(names.get(key) ?? []), name]);
}

function onlyOne(names: ReadonlyMap<string, string[]>, name: string): string | undefined {
  const found = names.get(name.toLowerCase());
  return found?.length === 1 ? found[0] : undefined;
}
