import type { ListedMarket } from '@exchange/core/wire';
import type { ListedMarkets } from '../../exchange/exchange';
import type { TickersByMarket } from '../../exchange/tickers';
import { compact, grouped, signed } from '../figures';

/** A market as the list shows it. */
export interface MarketRow {
  readonly id: string;
  readonly traded: string;
  readonly quote: string;
  readonly status: ListedMarket['status'];
  /** Undefined before its first trade. */
  readonly figures: MarketFigures | undefined;
}

interface MarketFigures {
  readonly last: string;
  readonly change: string;
  readonly volume: string;
  readonly direction: 'up' | 'down' | 'same';
}

/** The markets that have the word in their id or in the name of a token, in the order of the listing. */
export function marketRows(listing: ListedMarkets, tickers: TickersByMarket, word: string): MarketRow[] {
  const wanted = word.trim().toLowerCase().replaceAll('/', '');
  return Object.entries(listing.markets)
    .filter(([id, { traded, quote }]) => {
      const names = [id, listing.tokens[traded]?.name ?? '', listing.tokens[quote]?.name ?? ''];
      return names.some((name) => name.toLowerCase().includes(wanted));
    })
    .map(([id, { traded, quote, status }]) => ({
      ...{ id, traded, quote, status, figures: figuresOf(tickers, id) },
    }));
}

function figuresOf(tickers: TickersByMarket, id: string): MarketFigures | undefined {
  const ticker = tickers.get(id);
  // All are "0" before the first trade.
  if (ticker === undefined || ticker.rate === '0') return undefined;
  return {
    last: grouped(ticker.rate),
    change: signed(ticker.change24h),
    volume: compact(ticker.volumeQuote24h),
    direction: directionOf(ticker.change24h),
  };
}

/** Which way a change in percent went. */
export function directionOf(change: string): 'up' | 'down' | 'same' {
  if (!/[1-9]/.test(change)) return 'same';
  return change.startsWith('-') ? 'down' : 'up';
}
