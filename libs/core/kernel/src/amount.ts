import { assert, DefectError } from './assert';
import type { Brand } from './brand';
import { ok, reject, type Result } from './result';

/** An unsigned amount in the smallest unit of its token, 0 … 2^128−1 (seed: Conventions, Amounts). */
export type TokenAmount = Brand<bigint, 'TokenAmount'>;

/** The largest amount the contract can hold: 2^128−1. */
export const AMOUNT_MAX = ((1n << 128n) - 1n) as TokenAmount;
export const ZERO_AMOUNT = 0n as TokenAmount;

const AMOUNT_PATTERN = /^(0|[1-9][0-9]*)$/;
/** So many digits has AMOUNT_MAX; more are refused unread. */
const DIGITS_MAX = `${AMOUNT_MAX}`.length;

/**
 * Brands a bigint that the program itself computed; outside 0 … 2^128−1 is a defect.
 * @example
 * amount(5n) // → 5n
 */
export function amount(value: bigint): TokenAmount {
  // The message is written only when it is needed: this runs for every amount that matching computes.
  if (value < 0n || value > AMOUNT_MAX) throw new DefectError(`amount out of range: ${value}`);
  return value as TokenAmount;
}

/**
 * Reads an amount as clients send it: decimal digits only, no sign, point, exponent, leading zero or space.
 * @example
 * parseAmount('12', 'sellAmount') // → { ok: true, value: 12n }
 * parseAmount('1.5', 'sellAmount').code // → 'INVALID_FIELD'
 */
export function parseAmount(text: string, field: string): Result<TokenAmount> {
  if (!AMOUNT_PATTERN.test(text)) {
    return reject(
      'INVALID_FIELD',
      `${field} must be a whole number of smallest units in decimal digits without leading zeros, as a string`,
    );
  }
  const value = text.length > DIGITS_MAX ? undefined : BigInt(text);
  if (value === undefined || value > AMOUNT_MAX) {
    return reject('AMOUNT_OUT_OF_RANGE', `${field} must be at most 2^128-1`);
  }
  return ok(value as TokenAmount);
}

/**
 * Reads an amount that one of our own services wrote; anything malformed is a defect.
 * @example
 * amountFrom('12') // → 12n
 */
export function amountFrom(text: string): TokenAmount {
  const parsed = parseAmount(text, 'amount');
  if (!parsed.ok) throw new DefectError(`malformed amount: ${text}`);
  return parsed.value;
}

export const minAmount = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
export const maxAmount = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);

/**
 * numerator / denominator rounded up (both unsigned).
 * @example
 * divideUp(7n, 2n) // → 4n
 */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'division by zero');
  return (numerator + denominator - 1n) / denominator;
}

/**
 * numerator / denominator rounded down (both unsigned).
 * @example
 * divideDown(7n, 2n) // → 3n
 */
export function divideDown(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'division by zero');
  return numerator / denominator;
}

/** Those that rates and amounts of tokens in practice need, which are asked for at every trade. */
const KNOWN_POWERS = Array.from({ length: 80 }, (_, exponent) => 10n ** BigInt(exponent));

/**
 * 10^exponent as a bigint; exponent ≥ 0.
 * @example
 * pow10(6) // → 1_000_000n
 */
export function pow10(exponent: number): bigint {
  return KNOWN_POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/**
 * A smallest-unit amount in whole tokens as a plain decimal without trailing zeros: (1500000n, 6) → "1.5".
 * @example
 * wholeTokens(1_500_000n, 6) // → '1.5'
 */
export function wholeTokens(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
