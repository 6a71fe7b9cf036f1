/*
 * Amounts: unsigned whole numbers up to 2^128−1 as two words of 64 bits, the lower first, wherever they are in memory.
 * A function changes the amount that it is given first.
 */

const LOW_HALF: u64 = 0xffff_ffff;
const TWO_64: f64 = 18446744073709551616.0;

export function low(a: usize): u64 {
  return load<u64>(a);
}

export function high(a: usize): u64 {
  return load<u64>(a, 8);
}

export function set(to: usize, lowWord: u64, highWord: u64): void {
  store<u64>(to, lowWord);
  store<u64>(to, highWord, 8);
}

export function copy(to: usize, from: usize): void {
  set(to, low(from), high(from));
}

export function isZero(a: usize): bool {
  return (low(a) | high(a)) === 0;
}

export function isEqual(a: usize, b: usize): bool {
  return ((low(a) ^ low(b)) | (high(a) ^ high(b))) === 0;
}

export function isLess(a: usize, b: usize): bool {
  const aHigh = high(a);
  const bHigh = high(b);
  return aHigh < bHigh || (aHigh === bHigh && low(a) < low(b));
}

/**
 * The sign of a − b, two numbers of any size of which the lower 128 bits are given, when they differ by less than 2^127:
 * then the difference modulo 2^128 is the difference.
 */
export function compareNear(aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): i32 {
  const borrow: u64 = aLow < bLow ? 1 : 0;
  const upper = aHigh - bHigh - borrow;
  if (<i64>upper < 0) return -1;
  return (upper | (aLow - bLow)) === 0 ? 0 : 1;
}

export function atMost(a: usize, limit: usize): void {
  if (isLess(limit, a)) copy(a, limit);
}

/** Adds, and returns whether the sum is beyond amounts, and so not what is kept. */
export function addWrapping(to: usize, a: usize): bool {
  const sum = low(to) + low(a);
  const carry: u64 = sum < low(a) ? 1 : 0;
  const highSum = high(to) + high(a);
  const isBeyond = highSum < high(a);
  const withCarry = highSum + carry;
  set(to, sum, withCarry);
  return isBeyond || withCarry < carry;
}

/** Adds; a sum beyond amounts is a defect. */
export function add(to: usize, a: usize): void {
  if (addWrapping(to, a)) unreachable();
}

/** Adds, up to the largest amount. */
export function addUpTo(to: usize, a: usize): void {
  if (addWrapping(to, a)) set(to, u64.MAX_VALUE, u64.MAX_VALUE);
}

/** Takes away, and returns whether that would be below zero, and so is not what is kept. */
export function subtractWrapping(from: usize, a: usize): bool {
  const isBelow = isLess(from, a);
  const borrow: u64 = low(from) < low(a) ? 1 : 0;
  set(from, low(from) - low(a), high(from) - high(a) - borrow);
  return isBelow;
}

/** Takes away; less than zero is a defect. */
export function subtract(from: usize, a: usize): void {
  if (subtractWrapping(from, a)) unreachable();
}

/** To about 15 digits, for guesses that are checked exactly. */
export function approximate(a: usize): f64 {
  return <f64>high(a) * TWO_64 + <f64>low(a);
}

/** The upper word of a product of two words. */
export function upperProduct(a: u64, b: u64): u64 {
  const aLow = a & LOW_HALF;
  const aHigh = a >> 32;
  const bLow = b & LOW_HALF;
  const bHigh = b >> 32;
  const first = aHigh * bLow + ((aLow * bLow) >> 32);
  const second = aLow * bHigh + (first & LOW_HALF);
  return aHigh * bHigh + (first >> 32) + (second >> 32);
}

/** The upper word of the lower 128 bits of a product of two amounts. */
export function secondWordOfProduct(a: usize, b: usize): u64 {
  return upperProduct(low(a), low(b)) + low(a) * high(b) + high(a) * low(b);
}
