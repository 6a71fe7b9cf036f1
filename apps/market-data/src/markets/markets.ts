import { type MarketDecimals, present } from '@exchange/core/kernel';
import type { Listing } from '@exchange/core/message';
import { MarketView } from './market-view';

/** The symbols of a market's tokens. */
export interface MarketPair {
  readonly traded: string;
  readonly quote: string;
}

/** Every market that is listed or has reports. */
export class MarketViews {
  readonly #views = new Map<string, MarketView>();
  readonly #decimals = new Map<string, MarketDecimals>();
  readonly #pairs = new Map<string, MarketPair>();
  readonly #tokens = new Set<string>();
  /** Trades of any market that could not settle and were undone; there should be none. */
  readonly reversed = new Set<number>();

  get(market: string): MarketView | undefined {
    return this.#views.get(market);
  }

  all(): IterableIterator<MarketView> {
    return this.#views.values();
  }

  /** Every token that some market trades or is priced in. */
  tokens(): ReadonlySet<string> {
    return this.#tokens;
  }

  /** Undefined until the market is listed. */
  tokensOf(market: string): MarketPair | undefined {
    return this.#pairs.get(market);
  }

  /** The market's view, made when its first report comes before its listing. */
  view(market: string): MarketView {
    const known = this.#views.get(market);
    if (known) return known;
    const view = new MarketView(market, this.reversed);
    const decimals = this.#decimals.get(market);
    if (decimals) view.listed(decimals);
    this.#views.set(market, view);
    return view;
  }

  /** Takes a listing; markets are never unlisted, they only close. */
  list({ tokens, markets }: Listing): void {
    const decimals = new Map(tokens.map((token) => [token.symbol, token.decimals]));
    for (const { market, traded, quote } of markets) {
      const own = {
        traded: present(decimals.get(traded), `token ${traded} of ${market}`),
        quote: present(decimals.get(quote), `token ${quote} of ${market}`),
      };
      this.#decimals.set(market, own);
      this.#pairs.set(market, { traded, quote });
      this.#tokens.add(traded).add(quote);
      this.view(market).listed(own);
    }
  }
}
