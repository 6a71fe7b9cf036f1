import { divideDown, divideUp, pow10 } from './amount';
import { DefectError } from './assert';
import type { Brand } from './brand';
import { ok, reject, type Result } from './result';

/**
 * A rate (quote per traded token, in whole tokens) as an order-preserving integer without gaps: with
 * rate·10^8 = m·10^e (m ≤ 99 999, m ≥ 10 000 when e > 0) the key is m + 90 000·e. So a rate has 5 significant
 * digits and at most 8 decimals (seed: Order object, BOOK_RATE).
 */
export type RateKey = Brand<number, 'RateKey'>;

export type Side = 'buy' | 'sell';

export const RATE_KEY_MIN = 1 as RateKey;
/** 8·10^14, the largest rate. */
export const RATE_KEY_MAX = 1_700_000 as RateKey;

const MANTISSA_LIMIT = 100_000n;
const MANTISSA_MIN = 10_000;
const STEPS_PER_EXPONENT = 90_000;
const RATE_DECIMALS = 8;

/** So many decimals a token has at most: what a rate is computed from has bounds by it. */
export const DECIMALS_MAX = 27;

/** Decimals of a market's two tokens, which scale its rates. */
export interface MarketDecimals {
  readonly traded: number;
  readonly quote: number;
}

/** A positive rational number. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface ScaledRate {
  readonly mantissa: number;
  readonly exponent: number;
}

/** Brands a key; outside 1 … 1 700 000 is a defect. */
export function rateKey(value: number): RateKey {
  if (!Number.isInteger(value) || value < RATE_KEY_MIN || value > RATE_KEY_MAX) {
    throw new DefectError(`rate key out of range: ${value}`);
  }
  return value as RateKey;
}

/**
 * The book rate of two book amounts in smallest units: computed exactly, then rounded to 5 significant digits and
 * at most 8 decimals, down for buys, up for sells (seed: Order object, BOOK_RATE).
 * Returns undefined when the rate is outside 1e-8 … 8e14, or a buy's rounds to 0.
 * @example
 * formatRate(bookRate('buy', 3n, 2n, { traded: 0, quote: 0 })) // → '0.66666'
 * formatRate(bookRate('sell', 3n, 2n, { traded: 0, quote: 0 })) // → '0.66667'
 */
export function bookRate(
  side: Side,
  traded: bigint,
  quote: bigint,
  decimals: MarketDecimals,
): RateKey | undefined {
  if (traded <= 0n || quote <= 0n) return undefined;
  const numerator = quote * pow10(RATE_DECIMALS + decimals.traded);
  const denominator = traded * pow10(decimals.quote);
  return roundRate(numerator, denominator, side === 'buy' ? divideDown : divideUp);
}

/**
 * The book rate of what an order sells and buys (see bookRate).
 * @example
 * formatRate(orderRate('buy', 600n, 2n, { traded: 0, quote: 0 })) // → '300'
 */
export const orderRate = (
  side: Side,
  sell: bigint,
  buy: bigint,
  decimals: MarketDecimals,
): RateKey | undefined =>
  side === 'buy' ? bookRate(side, buy, sell, decimals) : bookRate(side, sell, buy, decimals);

/** Rounds numerator/denominator (a rate times 10^8) to a key with the named division. */
function roundRate(
  numerator: bigint,
  denominator: bigint,
  divide: (n: bigint, d: bigint) => bigint,
): RateKey | undefined {
  const whole = numerator / denominator;
  let exponent = whole < MANTISSA_LIMIT ? 0 : whole.toString().length - 5;
  let mantissa = divide(numerator, denominator * pow10(exponent));
  if (mantissa === MANTISSA_LIMIT) {
    mantissa = BigInt(MANTISSA_MIN);
    exponent += 1;
  }
  const key = Number(mantissa) + STEPS_PER_EXPONENT * exponent;
  return mantissa === 0n || key > RATE_KEY_MAX ? undefined : (key as RateKey);
}

/**
 * The key of the rate rounded to `digits` significant digits (1–5): down for buys, up for sells, never past the range.
 * @example
 * formatRate(coarsenRate(parseRate('200.19', 'rate').value, 'buy', 3)) // → '200'
 * formatRate(coarsenRate(parseRate('200.19', 'rate').value, 'sell', 3)) // → '201'
 */
export function coarsenRate(key: RateKey, side: Side, digits: number): RateKey {
  const { mantissa, exponent } = scaled(key);
  const drop = mantissa.toString().length - digits;
  if (drop <= 0) return key;
  const step = pow10(drop);
  const divide = side === 'buy' ? divideDown : divideUp;
  const rounded = divide(BigInt(mantissa), step) * step;
  return roundRate(rounded * pow10(exponent), 1n, divide) ?? (side === 'buy' ? RATE_KEY_MIN : RATE_KEY_MAX);
}

/**
 * The rate as quote smallest units per traded smallest unit.
 * @example
 * rateRatio(parseRate('0.5', 'rate').value, { traded: 18, quote: 6 }) // → { numerator: 50_000n, denominator: 10n ** 17n }
 */
export function rateRatio(key: RateKey, decimals: MarketDecimals): Ratio {
  const { mantissa, exponent } = scaled(key);
  const shift = exponent - RATE_DECIMALS + decimals.quote - decimals.traded;
  return shift >= 0
    ? { numerator: BigInt(mantissa) * pow10(shift), denominator: 1n }
    : { numerator: BigInt(mantissa), denominator: pow10(-shift) };
}

/**
 * What an order must sell to buy so much at a rate, as `rateRatio` gives it, rounded for its owner.
 * @example
 * sellAtRate('buy', 3n, { numerator: 5n, denominator: 2n }) // → 7n
 */
export const sellAtRate = (side: Side, buy: bigint, { numerator, denominator }: Ratio): bigint =>
  side === 'buy' ? divideDown(buy * numerator, denominator) : divideDown(buy * denominator, numerator);

/**
 * What an order buys when it sells so much at a rate, as `rateRatio` gives it, rounded for its owner.
 * @example
 * buyAtRate('sell', 3n, { numerator: 5n, denominator: 2n }) // → 8n
 */
export const buyAtRate = (side: Side, sell: bigint, { numerator, denominator }: Ratio): bigint =>
  side === 'buy' ? divideUp(sell * denominator, numerator) : divideUp(sell * numerator, denominator);

/**
 * The rate as clients see it: decimal, no exponent, no trailing zeros ("0.6483", "300").
 * @example
 * formatRate(rateKey(1)) // → '0.00000001'
 * formatRate(rateKey(1_700_000)) // → '800000000000000'
 */
export function formatRate(key: RateKey): string {
  const { mantissa, exponent } = scaled(key);
  const digits = (BigInt(mantissa) * pow10(exponent)).toString().padStart(RATE_DECIMALS + 1, '0');
  const whole = digits.slice(0, -RATE_DECIMALS);
  const fraction = digits.slice(-RATE_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const RATE_PATTERN = /^(0|[1-9][0-9]{0,14})(\.[0-9]{1,8})?$/;

/**
 * Reads a rate as clients send it: > 0, at most 5 significant digits and 8 decimals (docs/interface, values).
 * @example
 * parseRate('0.6483', 'rate') // → { ok: true, value: 334_830 }
 * parseRate('1.23456', 'rate').code // → 'INVALID_FIELD'
 */
export function parseRate(text: string, field: string): Result<RateKey> {
  const refusal = reject(
    'INVALID_FIELD',
    `${field} must be a decimal above 0 with at most 5 significant digits and 8 decimals`,
  );
  if (!RATE_PATTERN.test(text)) return refusal;
  const [whole = '0', fraction = ''] = text.split('.');
  const value = BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'));
  if (value === 0n) return refusal;
  const down = roundRate(value, 1n, divideDown);
  const up = roundRate(value, 1n, divideUp);
  return down !== undefined && down === up ? ok(down) : refusal;
}

function scaled(key: RateKey): ScaledRate {
  const exponent = key < MANTISSA_MIN ? 0 : Math.floor((key - MANTISSA_MIN) / STEPS_PER_EXPONENT);
  return { mantissa: key - STEPS_PER_EXPONENT * exponent, exponent };
}
