import { rateRatio, type MarketDecimals, type RateKey, type Side } from '@exchange/core/kernel';
import type { MarketRules } from '@exchange/core/message';

const WHOLE: MarketDecimals = { traded: 0, quote: 0 };

/**
 * Whether a trade at this rate would be further from the last trade's than the market lets a taker sweep: above it for
 * a buy, below it for a sell, by more than the band's percentage. No band, or no trade so far, stops nothing.
 * @example
 * isOutsideBand({ priceBandPercent: 10 }, 'buy', rateKey(2_000), rateKey(2_200)) // → false
 * isOutsideBand({ priceBandPercent: 10 }, 'buy', rateKey(2_000), rateKey(2_201)) // → true
 */
export function isOutsideBand(
  { priceBandPercent }: MarketRules,
  takerSide: Side,
  lastRate: RateKey | undefined,
  rate: RateKey,
): boolean {
  if (priceBandPercent === undefined || lastRate === undefined) return false;
  const last = rateRatio(lastRate, WHOLE);
  const next = rateRatio(rate, WHOLE);
  const asked = 100n * next.numerator * last.denominator;
  const percent = BigInt(priceBandPercent);
  const unit = last.numerator * next.denominator;
  return takerSide === 'buy' ? asked > unit * (100n + percent) : asked < unit * (100n - percent);
}
