import { addWrapping, approximate, compareNear, copy, high, isZero, low, set, upperProduct } from './amount';
import { NO_RATE } from '../border';
import { overWide, setWide, storeWide, timesWide } from './wide';

/* The same constants as in the kernel's rate.ts (design: Rates). */
const STEPS_PER_EXPONENT: i32 = 90_000;
const MANTISSA_MIN: i32 = 10_000;
const MANTISSA_LIMIT: i32 = 100_000;
const RATE_KEY_MAX: i32 = 1_700_000;
const RATE_DECIMALS: i32 = 8;
/** That of the highest rate. */
const MOST_EXPONENT: i32 = 18;

/** A guess further than this from a whole number is on the right side of it: guesses are off by less than 10^-8. */
const CERTAIN: f64 = 1e-4;
/** The largest power of ten that a division takes at once. */
const TEN_STEP: i32 = 9;
/** An amount below 2^110 times five digits, or a power of ten with as many, is below 2^127. */
const SMALL_HIGH: u64 = 1 << 46;
const SMALL_TEN: i32 = 5;

/** 10^0 … 10^40 as doubles, the larger ones to 15 digits. */
const POWERS: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37,
  1e38, 1e39, 1e40,
]);
/** 10^0 … 10^-18, as near as doubles are. */
const TENTHS: usize = memory.data<f64>([
  1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
  1e-17, 1e-18,
]);
const SMALL_POWERS: usize = memory.data<u32>([
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
]);

const ONE: usize = memory.data<u64>([1, 0], 16);

let shift: i32 = 0;
let scale: f64 = 1;
/** Of the last rate: the next one's is likely to be the same. */
let lastExponent: i32 = 0;
/** Whether the last book rate is exactly that of its amounts. */
export let isExact: bool = false;

/** For a market's tokens: a rate is m·10^s smallest quote units for a smallest traded unit. */
export function setDecimals(traded: i32, quote: i32): void {
  shift = quote - traded - RATE_DECIMALS;
  scale = shift < 0 ? power(-shift) : 1 / power(shift);
}

function power(exponent: i32): f64 {
  return load<f64>(POWERS + (exponent << 3));
}

/** 10^-exponent. */
function tenth(exponent: i32): f64 {
  return load<f64>(TENTHS + (exponent << 3));
}

function smallPower(exponent: i32): u32 {
  return load<u32>(SMALL_POWERS + (exponent << 2));
}

function exponentOf(rateKey: i32): i32 {
  return rateKey < MANTISSA_LIMIT ? 0 : (rateKey - MANTISSA_MIN) / STEPS_PER_EXPONENT;
}

/** to = from·rate, rounded; false, and the largest amount, when it is beyond amounts. */
export function times(to: usize, from: usize, rateKey: i32, isUp: bool): bool {
  const exponent = exponentOf(rateKey);
  const mantissa = rateKey - STEPS_PER_EXPONENT * exponent;
  const ten = exponent + shift;
  if (high(from) < SMALL_HIGH && ten <= 0 && ten >= -TEN_STEP) {
    multiply(to, from, mantissa);
    if (ten < 0) divide(to, smallPower(-ten), isUp);
    return true;
  }
  setWide(from);
  timesWide(mantissa);
  shiftWide(ten, isUp);
  return storeWide(to);
}

/** to = from/rate, rounded; false, and the largest amount, when it is beyond amounts. */
export function over(to: usize, from: usize, rateKey: i32, isUp: bool): bool {
  const exponent = exponentOf(rateKey);
  const mantissa = rateKey - STEPS_PER_EXPONENT * exponent;
  const ten = exponent + shift;
  if (high(from) < SMALL_HIGH && ten <= 0 && ten >= -SMALL_TEN) {
    multiply(to, from, smallPower(-ten));
    divide(to, mantissa, isUp);
    return true;
  }
  setWide(from);
  // Multiplied first: rounding is the last thing that happens, or happens in the same direction again.
  if (ten < 0) shiftWide(-ten, isUp);
  overWide(mantissa, isUp);
  if (ten > 0) shiftWide(-ten, isUp);
  return storeWide(to);
}

/** Writes a rate as whole numbers, quote units for traded units; false when one of them is beyond amounts. */
export function ratio(quote: usize, traded: usize, rateKey: i32): bool {
  const exponent = exponentOf(rateKey);
  set(quote, rateKey - STEPS_PER_EXPONENT * exponent, 0);
  copy(traded, ONE);
  const ten = exponent + shift;
  const scaled = ten < 0 ? traded : quote;
  setWide(scaled);
  shiftWide(abs(ten), false);
  return storeWide(scaled);
}

/** Times 10^ten; rounding step by step comes to the same as once. */
function shiftWide(ten: i32, isUp: bool): void {
  for (let left = ten; left > 0; left -= TEN_STEP) timesWide(smallPower(min(left, TEN_STEP)));
  for (let left = -ten; left > 0; left -= TEN_STEP) overWide(smallPower(min(left, TEN_STEP)), isUp);
}

/** to = from·factor, which is an amount. */
function multiply(to: usize, from: usize, factor: u64): void {
  set(to, low(from) * factor, high(from) * factor + upperProduct(low(from), factor));
}

/** Divides by a number up to 10^9, in two or three steps of 32 bits. */
function divide(a: usize, divisor: i64, isUp: bool): void {
  const inverse = 1 / <f64>divisor;
  const quotientHigh: u64 = high(a) < <u64>divisor ? 0 : high(a) / divisor;
  const first = quotientOf(((high(a) - quotientHigh * divisor) << 32) | (low(a) >> 32), divisor, inverse);
  const second = quotientOf((remainder << 32) | (low(a) & 0xffff_ffff), divisor, inverse);
  set(a, (first << 32) | second, quotientHigh);
  if (isUp && remainder > 0) addWrapping(a, ONE);
}

/** Of the last `quotientOf`. */
let remainder: i64 = 0;

/** part / divisor, where it is below 2^32: without the processor's division, which is slow. */
function quotientOf(part: i64, divisor: i64, inverse: f64): i64 {
  const guess = <i64>(<f64>part * inverse);
  remainder = part - guess * divisor;
  // The guess is off by one at most.
  if (remainder < 0) {
    remainder += divisor;
    return guess - 1;
  }
  if (remainder < divisor) return guess;
  remainder -= divisor;
  return guess + 1;
}

/** The book rate of two amounts, down for buys, up for sells; NO_RATE when it is out of range. */
export function bookRate(isSell: bool, traded: usize, quote: usize): i32 {
  if (isZero(traded) || isZero(quote)) return NO_RATE;
  // rate·10^8 = quote·10^-shift / traded
  const guess = (approximate(quote) / approximate(traded)) * scale;
  if (guess >= power(MOST_EXPONENT + 5)) return NO_RATE;
  let exponent = lastExponent;
  while (guess >= power(exponent + 5)) exponent += 1;
  while (exponent > 0 && guess < power(exponent + 4)) exponent -= 1;
  let mantissa = mantissaOf(isSell, traded, quote, guess, exponent);
  if (mantissa < MANTISSA_MIN && exponent > 0) {
    exponent -= 1;
    mantissa = mantissaOf(isSell, traded, quote, guess, exponent);
  }
  lastExponent = exponent;
  // 100 000 is 10 000 of the next exponent, and has the same key.
  const key = mantissa + STEPS_PER_EXPONENT * exponent;
  return mantissa === 0 || key > RATE_KEY_MAX ? NO_RATE : key;
}

/** rate·10^8 / 10^exponent as a whole number: the guess, or, where it is near one, what an exact comparison says. */
function mantissaOf(isSell: bool, traded: usize, quote: usize, guess: f64, exponent: i32): i32 {
  const scaled = guess * tenth(exponent);
  const whole = nearest<f64>(scaled);
  isExact = false;
  if (Math.abs(scaled - whole) > CERTAIN) return <i32>(isSell ? Math.ceil(scaled) : Math.floor(scaled));
  const mantissa = <i32>whole;
  const side = compareRate(traded, quote, mantissa, exponent);
  isExact = side === 0;
  if (isSell) return side > 0 ? mantissa + 1 : mantissa;
  return side < 0 ? mantissa - 1 : mantissa;
}

const LEFT: usize = memory.data(16, 8);
const RIGHT: usize = memory.data(16, 8);

/**
 * The sign of rate·10^8 − mantissa·10^exponent, where they are nearly equal: the two products differ by less than
 * 2^-12 of the smaller factor.
 */
function compareRate(traded: usize, quote: usize, mantissa: i32, exponent: i32): i32 {
  if (mantissa === 0) return 1;
  copy(LEFT, quote);
  multiply(RIGHT, traded, mantissa);
  const ten = -shift - exponent;
  for (let left = ten; left > 0; left -= TEN_STEP) multiply(LEFT, LEFT, smallPower(min(left, TEN_STEP)));
  for (let left = -ten; left > 0; left -= TEN_STEP) multiply(RIGHT, RIGHT, smallPower(min(left, TEN_STEP)));
  return compareNear(low(LEFT), high(LEFT), low(RIGHT), high(RIGHT));
}
