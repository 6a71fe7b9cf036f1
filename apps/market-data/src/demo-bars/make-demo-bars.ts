import { type MarketDecimals, pow10, type Ratio, rateRatio } from '@exchange/core/kernel';
import {
  BAR_PRECISION_NAMES,
  barOpenTime,
  type MarketBar,
  mergedBar,
  type PrecisionBar,
} from '@exchange/core/market-data';
import { HEIGHT_MAX, randomHeight } from '../random-height';
import { DemoRate } from './demo-rate';

/** A market that is to have demo bars. */
export interface MarketToDraw {
  readonly market: string;
  readonly decimals: MarketDecimals;
  /** What one whole token is worth, in US dollars. */
  readonly tradedValue: Ratio;
  readonly quoteValue: Ratio;
}

const MINUTE_MS = 60_000;
const WEEKS_MS = 4 * 7 * 1_440 * MINUTE_MS;
/** Heights below it are minutes with trades: about every fourth. */
const TRADING_BELOW = -HEIGHT_MAX / 2n;
/** How far the highest and lowest rate of a minute are from the others at most, in millionths. */
const WICK_PPM = 500n;
/** What is traded in a minute, in US dollars. */
const DOLLARS = { least: 200n, most: 6_000n };

/**
 * Bars of all precisions of four weeks and the days before them back to a Monday, oldest first within each. They are made
 * up: by the market's name and the times alone, ending at what its tokens are worth. `before`: Unix ms; no minute that
 * ends later has a bar.
 */
export function makeDemoBars(market: MarketToDraw, before: number): readonly PrecisionBar[] {
  const end = barOpenTime('1m', before);
  const minutes = minuteBars(market, barOpenTime('1w', end - WEEKS_MS), end);
  return BAR_PRECISION_NAMES.flatMap((precision) => {
    const bars = new Map<number, MarketBar>();
    for (const minute of minutes) {
      const openTime = barOpenTime(precision, minute.openTime);
      const open = bars.get(openTime);
      bars.set(openTime, open === undefined ? { ...minute, openTime } : mergedBar(open, minute));
    }
    return Array.from(bars.values(), (bar) => ({ precision, bar }));
  });
}

function minuteBars(of: MarketToDraw, from: number, end: number): readonly MarketBar[] {
  const { market, tradedValue, quoteValue } = of;
  const last = {
    numerator: tradedValue.numerator * quoteValue.denominator,
    denominator: tradedValue.denominator * quoteValue.numerator,
  };
  const rate = new DemoRate(market, last, end);
  const bars: MarketBar[] = [];
  for (let time = from; time < end; time += MINUTE_MS) {
    if (randomHeight(`${market} trades ${time}`) < TRADING_BELOW) bars.push(minuteBar(of, rate, time));
  }
  return bars;
}

function minuteBar({ market, decimals, tradedValue }: MarketToDraw, rate: DemoRate, time: number): MarketBar {
  const [open, close] = [rate.at(time), rate.at(time + MINUTE_MS)];
  const [up, down] = ['up', 'down'].map((way) => wickPpm(`${market} ${way} ${time}`));
  const [high, low] = [rate.at(time, up), rate.at(time + MINUTE_MS, -(down ?? 0n))];
  const volumeTraded =
    (dollarsAt(market, time) * pow10(decimals.traded) * tradedValue.denominator) / tradedValue.numerator;
  const { numerator, denominator } = rateRatio(close, decimals);
  return {
    ...{ openTime: time, open, close },
    high: [open, close].reduce((most, each) => (each > most ? each : most), high),
    low: [open, close].reduce((least, each) => (each < least ? each : least), low),
    ...{ volumeTraded, volumeQuote: (volumeTraded * numerator) / denominator },
  };
}

const wickPpm = (name: string): bigint => (WICK_PPM * (randomHeight(name) + HEIGHT_MAX)) / (2n * HEIGHT_MAX);

const dollarsAt = (market: string, time: number): bigint => {
  const height = randomHeight(`${market} volume ${time}`) + HEIGHT_MAX;
  return DOLLARS.least + ((DOLLARS.most - DOLLARS.least) * height) / (2n * HEIGHT_MAX);
};
