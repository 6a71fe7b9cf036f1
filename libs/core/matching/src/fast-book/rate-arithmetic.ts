import {
  MANTISSA_MIN,
  RATE_DECIMALS,
  RATE_KEY_MAX,
  rateExponent,
  STEPS_PER_EXPONENT,
  type MarketDecimals,
} from '@exchange/core/kernel';
import { float, NONE } from './cells';
import { Limbs } from './limbs';

/* Bound once: asking for a global each time is slow where tests run. */
const { abs, ceil, floor, round } = Math;

const MANTISSA_DIGITS = 5;
/** 10^0 … 10^64 as doubles: the larger ones to 15 digits. */
const POWERS = Float64Array.from({ length: 65 }, (_, exponent) => 10 ** exponent);
/** A guess further than this from a whole number is on the right side of it: guesses are off by less than 10^-8. */
const CERTAIN = 1e-4;

/**
 * Amounts and rates of one market's tokens in limbs: the same results as `bookRate` and `rateRatio` of the kernel. A
 * rate is m·10^s quote units for a traded unit; multiplying and dividing by one is done in steps that each fit.
 */
export class RateArithmetic {
  private readonly left = new Limbs();
  private readonly right = new Limbs();
  private readonly shift: number;
  private readonly scale: number;
  /** Of the last rate: the next one's is likely to be the same. */
  private exponent = 0;
  /** Whether the last book rate is exactly that of its amounts. */
  isExact = false;

  constructor(decimals: MarketDecimals) {
    this.shift = decimals.quote - decimals.traded - RATE_DECIMALS;
    this.scale = 10 ** -this.shift;
  }

  /** value = from·rate, rounded down. */
  timesDown(value: Limbs, from: Limbs, rateKey: number): void {
    const exponent = rateExponent(rateKey);
    value.setProduct(from, rateKey - STEPS_PER_EXPONENT * exponent);
    const ten = exponent + this.shift;
    if (ten >= 0) value.timesTen(ten);
    else value.overTen(-ten);
  }

  /** value = from·rate, rounded up. */
  timesUp(value: Limbs, from: Limbs, rateKey: number): void {
    const exponent = rateExponent(rateKey);
    value.setProduct(from, rateKey - STEPS_PER_EXPONENT * exponent);
    const ten = exponent + this.shift;
    if (ten >= 0) value.timesTen(ten);
    else value.overTenUp(-ten);
  }

  /** value = from/rate, rounded down. */
  overDown(value: Limbs, from: Limbs, rateKey: number): void {
    const exponent = rateExponent(rateKey);
    value.copy(from);
    const ten = exponent + this.shift;
    if (ten < 0) value.timesTen(-ten);
    value.overSmall(rateKey - STEPS_PER_EXPONENT * exponent);
    if (ten > 0) value.overTen(ten);
  }

  /** value = from/rate, rounded up. */
  overUp(value: Limbs, from: Limbs, rateKey: number): void {
    const exponent = rateExponent(rateKey);
    value.copy(from);
    const ten = exponent + this.shift;
    if (ten < 0) value.timesTen(-ten);
    value.overSmallUp(rateKey - STEPS_PER_EXPONENT * exponent);
    if (ten > 0) value.overTenUp(ten);
  }

  /** The book rate of two amounts, down for buys, up for sells; NONE when it is out of range. */
  bookRate(isSell: boolean, traded: Limbs, quote: Limbs): number {
    if (traded.size === 0 || quote.size === 0) return NONE;
    // rate·10^8 = quote·10^-shift / traded
    const guess = (quote.approximate() / traded.approximate()) * this.scale;
    let { exponent } = this;
    while (guess >= float(POWERS, exponent + MANTISSA_DIGITS)) exponent += 1;
    while (exponent > 0 && guess < float(POWERS, exponent + MANTISSA_DIGITS - 1)) exponent -= 1;
    let mantissa = this.mantissa(isSell, traded, quote, guess, exponent);
    if (mantissa < MANTISSA_MIN && exponent > 0) {
      exponent -= 1;
      mantissa = this.mantissa(isSell, traded, quote, guess, exponent);
    }
    this.exponent = exponent;
    // 100 000 is 10 000 of the next exponent, and has the same key.
    const key = mantissa + STEPS_PER_EXPONENT * exponent;
    return mantissa === 0 || key > RATE_KEY_MAX ? NONE : key;
  }

  /** rate·10^8 / 10^exponent as a whole number: the guess, or, where it is near one, what an exact comparison says. */
  private mantissa(isSell: boolean, traded: Limbs, quote: Limbs, guess: number, exponent: number): number {
    const scaled = guess / float(POWERS, exponent);
    const nearest = round(scaled);
    this.isExact = false;
    if (abs(scaled - nearest) > CERTAIN) return isSell ? ceil(scaled) : floor(scaled);
    const side = this.compareRate(traded, quote, nearest, exponent);
    this.isExact = side === 0;
    if (isSell) return side > 0 ? nearest + 1 : nearest;
    return side < 0 ? nearest - 1 : nearest;
  }

  /** The sign of rate·10^8 − mantissa·10^exponent. */
  private compareRate(traded: Limbs, quote: Limbs, mantissa: number, exponent: number): number {
    if (mantissa === 0) return 1;
    const { left, right } = this;
    right.setProduct(traded, mantissa);
    const ten = -this.shift - exponent;
    if (ten === 0) return quote.compare(right);
    if (ten < 0) {
      right.timesTen(-ten);
      return quote.compare(right);
    }
    left.copy(quote);
    left.timesTen(ten);
    return left.compare(right);
  }
}
