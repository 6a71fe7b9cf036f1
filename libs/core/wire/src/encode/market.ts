import type { BarView } from '@exchange/core/message';
import { type Dialect, SEED_DIALECT } from '../dialect';
import { packet, packetText } from '../packet';
import {
  bar,
  bookLineLayout,
  bookSnapshotLayout,
  type BookUpdateHead,
  bookUpdateLayout,
  chainStats,
  distinctBar,
  historicalTrade,
  marketTicker,
  marketTrade,
  ticker,
} from '../schema/market';

/** seed: Market trade. */
export const marketTradeArray = marketTrade.write;

/** seed: Historical trade. */
export const historicalTradeArray = historicalTrade.write;

/** seed: Order book line; bids are 1, asks 0. */
export const bookLine = bookLineLayout.write;

/** A book with its place in the sequence (docs/interface, books with a sequence). */
export const bookSnapshotArray = bookSnapshotLayout.write;

/** What changed in a book (docs/interface, books with a sequence). */
export const bookUpdateArray = bookUpdateLayout.write;

/**
 * The packet of an update as text, from lines that are text already: `[DIRECTION,RATE,AMOUNT,ORDER_COUNT]` as JSON has
 * them, so that lines which many clients get, alone or merged with others, are written once.
 */
export function bookUpdateText(
  market: string,
  head: BookUpdateHead,
  lines: readonly string[],
  rid?: number,
): string {
  const empty = packet(market, 'sequencedBookUpdate', bookUpdateArray({ ...head, lines: [] }), rid);
  const text = packetText(empty);
  const place = text.lastIndexOf('[]') + 1;
  return text.slice(0, place) + lines.join(',') + text.slice(place);
}

/** seed: Ticker. */
export const tickerArray = ticker.write;

/** A ticker of all markets, with the market's id first (docs/interface, subscriptions). */
export const marketTickerArray = marketTicker.write;

/** The newest block height and gas price (docs/interface, subscriptions). */
export const chainStatsArray = chainStats.write;

/**
 * seed: Bar, whose rates and volume are JSON numbers. With distinct events it ends with the volume in quote tokens.
 * @example
 * barArray({ time: 60_000, open: '1', high: '2', low: '0.5', close: '1.5', volume: '3' }) // → [60_000, 1, 2, 0.5, 1.5, 3]
 */
export function barArray(
  view: BarView,
  { naming, barTime }: Pick<Dialect, 'naming' | 'barTime'> = SEED_DIALECT,
): readonly unknown[] {
  const numbers = {
    time: barTime === 'seconds' ? Math.floor(view.time / 1000) : view.time,
    open: Number(view.open),
    high: Number(view.high),
    low: Number(view.low),
    close: Number(view.close),
    volume: Number(view.volume),
  };
  return naming === 'distinct'
    ? distinctBar.write({ ...numbers, volumeQuote: Number(view.volumeQuote) })
    : bar.write(numbers);
}
