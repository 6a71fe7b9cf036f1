import { high, low, set } from './amount';

/* Exact division of what has up to 256 bits by an amount, in limbs of 32 bits, the lowest first (Knuth, volume 2, algorithm D). */

const LOW_HALF: u64 = 0xffff_ffff;
/** Limbs of a dividend, without the one that shifting it may add. */
const LIMBS: i32 = 8;

const REST: usize = memory.data(48, 8);
const DIVISOR: usize = memory.data(16, 8);
const QUOTIENT: usize = memory.data(LIMBS * 4, 8);

function limb(number: usize, index: i32): u64 {
  return load<u32>(number + (index << 2));
}

function setLimb(number: usize, index: i32, value: u64): void {
  store<u32>(number + (index << 2), <u32>value);
}

/** An amount divided by another, rounded down; what remains becomes the first's. */
export function divideAmount(quotient: usize, dividend: usize, divisor: usize): void {
  memory.fill(REST, 0, 48);
  store<u64>(REST, low(dividend));
  store<u64>(REST, high(dividend), 8);
  const shift = divideRest(quotient, divisor);
  for (let index = 0; index < 4; index += 1) {
    const word = limb(REST, index) | (limb(REST, index + 1) << 32);
    setLimb(dividend, index, word >> shift);
  }
}

/** Four words of 64 bits divided by an amount, rounded down to an amount. */
export function divideWide(quotient: usize, dividend: usize, divisor: usize): void {
  memory.fill(REST, 0, 48);
  memory.copy(REST, dividend, LIMBS * 4);
  divideRest(quotient, divisor);
}

/** Divides what is in REST, which becomes what remains, shifted by as many bits as this returns. */
function divideRest(quotient: usize, divisor: usize): u64 {
  store<u64>(DIVISOR, low(divisor));
  store<u64>(DIVISOR, high(divisor), 8);
  let places = 4;
  while (limb(DIVISOR, places - 1) === 0) places -= 1;
  const shift = clz<u32>(<u32>limb(DIVISOR, places - 1));
  shiftUp(DIVISOR, places, shift);
  shiftUp(REST, LIMBS + 1, shift);
  memory.fill(QUOTIENT, 0, LIMBS * 4);
  for (let at = LIMBS - places; at >= 0; at -= 1) setLimb(QUOTIENT, at, nextLimb(at, places));
  if ((load<u64>(QUOTIENT, 16) | load<u64>(QUOTIENT, 24)) !== 0) unreachable();
  set(quotient, load<u64>(QUOTIENT), load<u64>(QUOTIENT, 8));
  return shift;
}

function shiftUp(number: usize, limbs: i32, shift: u64): void {
  for (let index = limbs - 1; index > 0; index -= 1)
    setLimb(number, index, ((limb(number, index) << 32) | limb(number, index - 1)) >> (32 - shift));
  setLimb(number, 0, limb(number, 0) << shift);
}

/** A limb of the quotient: a guess by two limbs of three is at most one too large, and then it is taken back. */
function nextLimb(at: i32, places: i32): u64 {
  const upper = (limb(REST, at + places) << 32) | limb(REST, at + places - 1);
  if (upper === 0 && places > 1 && limb(REST, at + places - 2) === 0) return 0;
  const top = limb(DIVISOR, places - 1);
  let guess = upper / top;
  let rest = upper % top;
  const second: u64 = places > 1 ? limb(DIVISOR, places - 2) : 0;
  const third: u64 = places > 1 ? limb(REST, at + places - 2) : 0;
  while (rest <= LOW_HALF && (guess > LOW_HALF || guess * second > ((rest << 32) | third))) {
    guess -= 1;
    rest += top;
  }
  if (subtractTimes(at, places, guess)) {
    addBack(at, places);
    guess -= 1;
  }
  return guess;
}

/** Takes that many times the divisor away; true when it was too much. */
function subtractTimes(at: i32, places: i32, times: u64): bool {
  let carry: u64 = 0;
  let borrow: u64 = 0;
  for (let index = 0; index < places; index += 1) {
    const product = times * limb(DIVISOR, index) + carry;
    carry = product >> 32;
    const difference = limb(REST, at + index) - (product & LOW_HALF) - borrow;
    setLimb(REST, at + index, difference);
    borrow = (difference >> 32) & 1;
  }
  const difference = limb(REST, at + places) - carry - borrow;
  setLimb(REST, at + places, difference);
  return difference >> 32 !== 0;
}

function addBack(at: i32, places: i32): void {
  let carry: u64 = 0;
  for (let index = 0; index < places; index += 1) {
    const sum = limb(REST, at + index) + limb(DIVISOR, index) + carry;
    setLimb(REST, at + index, sum);
    carry = sum >> 32;
  }
  setLimb(REST, at + places, limb(REST, at + places) + carry);
}
