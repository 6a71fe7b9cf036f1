import { formatRate, type MarketDecimals, rateKey, wholeTokens } from '@exchange/core/kernel';
import type { MarketBar, BarInterval, PrecisionBar } from '@exchange/core/market-data';
import type { BarView } from '@exchange/core/message';
import type { BarRow } from '../persistence/tables';

/** A bar as it is stored. */
export function barRow(market: string, { precision, bar }: PrecisionBar): BarRow {
  const { openTime: time, open, high, low, close, volumeTraded, volumeQuote } = bar;
  return { market, precision, time, open, high, low, close, volumeTraded, volumeQuote };
}

/** A bar as it was stored. */
export function storedBar(row: BarRow): PrecisionBar {
  const bar: MarketBar = {
    openTime: row.time,
    open: rateKey(row.open),
    high: rateKey(row.high),
    low: rateKey(row.low),
    close: rateKey(row.close),
    volumeTraded: row.volumeTraded,
    volumeQuote: row.volumeQuote,
  };
  // Only names of precisions are ever stored.
  return { precision: row.precision as BarInterval, bar };
}

/** A bar in exact decimals of whole tokens (seed: Bar). */
export function barView(bar: MarketBar, decimals: MarketDecimals): BarView {
  return {
    time: bar.openTime,
    open: formatRate(bar.open),
    high: formatRate(bar.high),
    low: formatRate(bar.low),
    close: formatRate(bar.close),
    volume: wholeTokens(bar.volumeTraded, decimals.traded),
    volumeQuote: wholeTokens(bar.volumeQuote, decimals.quote),
  };
}
