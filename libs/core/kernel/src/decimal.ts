import { divideDown, pow10 } from './amount';
import { assert } from './assert';
import type { Ratio } from './rate';

/** Digits that a decimal keeps: more than any average of sources means. */
const SIGNIFICANT_DIGITS = 15;
const DECIMALS_MAX = 18;
/** A number that is larger or smaller by more powers of ten than this is nobody's rate. */
const EXPONENT_MAX = 30;

const NUMBER = /^([0-9]{1,40})(?:\.([0-9]{1,40}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/**
 * A decimal number above 0 as the exact ratio that its text says, with or without an exponent ("0.5", "1.8e-7").
 * Undefined for anything else: a sign, 0, more than 40 digits, an exponent beyond ±30.
 * @example
 * parseDecimal('1.8e-7') // → { numerator: 18n, denominator: 10n ** 8n }
 * parseDecimal('-1') // → undefined
 */
export function parseDecimal(text: string): Ratio | undefined {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = BigInt(whole + fraction);
  if (digits === 0n || Math.abs(shift) > EXPONENT_MAX) return undefined;
  const places = fraction.length - shift;
  return places > 0
    ? { numerator: digits, denominator: pow10(places) }
    : { numerator: digits * pow10(-places), denominator: 1n };
}

/** Reads a decimal that one of our own services wrote; anything malformed is a defect. */
export function decimalFrom(text: string): Ratio {
  const ratio = parseDecimal(text);
  assert(ratio !== undefined, `malformed decimal: ${text}`);
  return ratio;
}

/**
 * A positive ratio as decimal text with at most 15 significant digits and 18 decimals, without exponent and trailing
 * zeros; rounded to the nearest, halves up. Undefined when nothing is left of it, or it has more than 31 digits
 * before the point.
 * @example
 * formatDecimal({ numerator: 2n, denominator: 3n }) // → '0.666666666666667'
 */
export function formatDecimal({ numerator, denominator }: Ratio): string | undefined {
  const whole = divideDown(numerator, denominator);
  const wholeDigits = whole === 0n ? 0 : whole.toString().length;
  const drop = Math.max(wholeDigits - SIGNIFICANT_DIGITS, 0);
  const places = whole === 0n ? leadingPlaces(numerator, denominator) : SIGNIFICANT_DIGITS - wholeDigits;
  const decimals = Math.min(Math.max(places, 0), DECIMALS_MAX);
  const unit = denominator * pow10(drop);
  const scaled = divideDown(2n * numerator * pow10(decimals) + unit, 2n * unit) * pow10(drop);
  if (scaled === 0n) return undefined;
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const integer = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  if (integer.length > EXPONENT_MAX + 1) return undefined;
  return fraction === '' ? integer : `${integer}.${fraction}`;
}

/** Decimals that give a number below 1 its significant digits: those zeros behind the point that stand before them too. */
function leadingPlaces(numerator: bigint, denominator: bigint): number {
  const zeros = denominator.toString().length - numerator.toString().length;
  const tooMany = numerator * pow10(zeros) >= denominator;
  return SIGNIFICANT_DIGITS + (tooMany ? zeros - 1 : zeros);
}

export const invert = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
});

/** a / b, exact. */
export const divideRatios = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.denominator,
  denominator: a.denominator * b.numerator,
});

/**
 * Negative, zero or positive as a is below, equal to or above b.
 * @example
 * compareRatios(decimalFrom('0.5'), decimalFrom('2')) // → -1
 */
export function compareRatios(a: Ratio, b: Ratio): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Whether b differs from a by at least `part` of a, e.g. 1/10 000.
 * @example
 * movedBy(decimalFrom('200'), decimalFrom('200.02'), { numerator: 1n, denominator: 10_000n }) // → true
 */
export function movedBy(a: Ratio, b: Ratio, part: Ratio): boolean {
  const difference = b.numerator * a.denominator - a.numerator * b.denominator;
  const size = difference < 0n ? -difference : difference;
  return size * part.denominator >= a.numerator * b.denominator * part.numerator;
}
