import type { RateKey } from '@exchange/core/kernel';
import type { MarketTrade } from './market-trade';

/** Bar precisions and their intervals in seconds (seed: barDataPrecisions). */
export const BAR_PRECISIONS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '3h': 10_800,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '1w': 604_800,
} as const;

export type BarInterval = keyof typeof BAR_PRECISIONS;

export const BAR_PRECISION_NAMES = Object.keys(BAR_PRECISIONS) as readonly BarInterval[];

/** The trades of one interval. `openTime`: its start, Unix ms; volumes in smallest units. */
export interface MarketBar {
  readonly openTime: number;
  readonly open: RateKey;
  readonly high: RateKey;
  readonly low: RateKey;
  readonly close: RateKey;
  readonly volumeTraded: bigint;
  readonly volumeQuote: bigint;
}

/** Unix time began on a Thursday; weeks open on Monday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/**
 * The start of the interval that holds a moment: on UTC boundaries, weeks on Monday. Both Unix ms.
 * @example
 * barOpenTime('1h', Date.UTC(2026, 0, 1, 10, 59, 59)) // → Date.UTC(2026, 0, 1, 10)
 * barOpenTime('1w', Date.UTC(2026, 0, 1)) // → Date.UTC(2025, 11, 29)
 */
export function barOpenTime(precision: BarInterval, time: number): number {
  const interval = BAR_PRECISIONS[precision] * 1_000;
  const origin = precision === '1w' ? FIRST_MONDAY_MS : 0;
  return origin + Math.floor((time - origin) / interval) * interval;
}

/**
 * The bar after a trade: the running bar continued, or a new one when the trade lies in a later interval (or there is
 * no running bar). Trades come in the order of their time.
 */
export function barAfter(bar: MarketBar | undefined, precision: BarInterval, trade: MarketTrade): MarketBar {
  const openTime = barOpenTime(precision, trade.time);
  const { rateKey, traded, quote } = trade;
  if (bar?.openTime !== openTime) {
    return {
      openTime,
      open: rateKey,
      high: rateKey,
      low: rateKey,
      close: rateKey,
      volumeTraded: traded,
      volumeQuote: quote,
    };
  }
  return {
    openTime,
    open: bar.open,
    high: rateKey > bar.high ? rateKey : bar.high,
    low: rateKey < bar.low ? rateKey : bar.low,
    close: rateKey,
    volumeTraded: bar.volumeTraded + traded,
    volumeQuote: bar.volumeQuote + quote,
  };
}

/** What happened in two parts of an interval as one bar, which opens when the earlier one does. */
export const mergedBar = (earlier: MarketBar, later: MarketBar): MarketBar => ({
  openTime: earlier.openTime,
  open: earlier.open,
  high: later.high > earlier.high ? later.high : earlier.high,
  low: later.low < earlier.low ? later.low : earlier.low,
  close: later.close,
  volumeTraded: earlier.volumeTraded + later.volumeTraded,
  volumeQuote: earlier.volumeQuote + later.volumeQuote,
});
