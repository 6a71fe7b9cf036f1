import { divideDown, divideUp, maxAmount, type RateKey, rateRatio } from '@exchange/core/kernel';
import { MIN_UNITS } from '@exchange/core/order';
import { atRate } from './reach';
import type { EntryMarket } from './entry-market';

/** Which minimum an amount misses (docs/interface, minimums). */
export type Minimum = 'units' | 'token' | 'value';

/** The minimum that so much of the traded token at a rate misses, as signed or in the book; undefined when it keeps all. */
export function missedMinimum(
  market: EntryMarket,
  { traded, quote }: { readonly traded: bigint; readonly quote: bigint },
  lastRate: RateKey | undefined,
): Minimum | undefined {
  if (traded <= MIN_UNITS || quote <= MIN_UNITS) return 'units';
  if (traded < market.traded.minOrderAmount) return 'token';
  const atLast = lastRate === undefined ? quote : atRate('sell', traded, lastRate, market.decimals);
  return (atLast < quote ? atLast : quote) < market.minOrderAmountQuote ? 'value' : undefined;
}

/** Of an amount of so many smallest units of the quote token a unit of rounding never moves the rate by a step. */
const EXACT_UNITS = 100_000n;

/** The least of the traded token, in smallest units, that keeps every minimum at a rate, and expresses it exactly. */
export function leastAmount(market: EntryMarket, rate: RateKey, lastRate: RateKey | undefined): bigint {
  const forQuote = (quote: bigint, at: RateKey) => {
    const { numerator, denominator } = rateRatio(at, market.decimals);
    return divideUp(quote * denominator, numerator);
  };
  const value = market.minOrderAmountQuote;
  return [
    MIN_UNITS + 1n,
    market.traded.minOrderAmount,
    forQuote(maxAmount(value, EXACT_UNITS), rate),
    ...(lastRate === undefined ? [] : [forQuote(value, lastRate)]),
  ].reduce(maxAmount);
}

/** A whole number of smallest units with few digits that isn't below this one: what people would rather type. */
export function roundedUp(units: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, units.toString().length - 3));
  return divideDown(units + unit - 1n, unit) * unit;
}
