import { formatRate, rateRatio, wholeTokens, type MarketDecimals, type RateKey } from '@exchange/core/kernel';
import { DayWindow } from './day-window';
import type { MarketTrade } from './market-trade';

/** A ticker as clients see it (seed: Ticker): rates and volumes in whole tokens as decimal strings, change in percent. */
export interface Ticker {
  readonly rate: string;
  readonly change24h: string;
  readonly volumeTraded24h: string;
  readonly volumeQuote24h: string;
  readonly high24h: string;
  readonly low24h: string;
}

const NO_TRADE: Ticker = {
  rate: '0',
  change24h: '0',
  volumeTraded24h: '0',
  volumeQuote24h: '0',
  high24h: '0',
  low24h: '0',
};

/** The ticker of one market over exactly the last 24 hours. */
export class MarketTicker {
  private readonly day = new DayWindow();

  constructor(private readonly decimals: MarketDecimals) {}

  /** Counts a trade. To start, feed the last trade before the window (if any), then those within, in order. */
  add(trade: MarketTrade): void {
    this.day.add(trade);
    this.day.advance(trade.time);
  }

  /**
   * The ticker at a moment; all "0" before any trade. The change is against the rate that held 24 h ago, or the first
   * trade's when the market is younger. Without a trade in the window, high and low are the rate.
   * @param now Unix ms
   */
  at(now: number): Ticker {
    const { day, decimals } = this;
    day.advance(now);
    if (day.last === undefined || day.reference === undefined) return NO_TRADE;
    const rate = day.last.rateKey;
    return {
      rate: formatRate(rate),
      change24h: percentChange(day.reference.rateKey, rate),
      volumeTraded24h: wholeTokens(day.volumeTraded, decimals.traded),
      volumeQuote24h: wholeTokens(day.volumeQuote, decimals.quote),
      high24h: formatRate(day.highest ?? rate),
      low24h: formatRate(day.lowest ?? rate),
    };
  }
}

const SAME_DECIMALS: MarketDecimals = { traded: 0, quote: 0 };

/** The change in percent, rounded to the nearest hundredth (halves away from zero), without trailing zeros. */
export function percentChange(from: RateKey, to: RateKey): string {
  const a = rateRatio(from, SAME_DECIMALS);
  const b = rateRatio(to, SAME_DECIMALS);
  const difference = b.numerator * a.denominator - a.numerator * b.denominator;
  const whole = a.numerator * b.denominator;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + whole) / (2n * whole);
  const text = wholeTokens(hundredths, 2);
  return difference < 0n && hundredths > 0n ? `-${text}` : text;
}
