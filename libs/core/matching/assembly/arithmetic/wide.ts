import { high, low, set } from './amount';

/*
 * One number of up to 384 bits as limbs of 32, the lowest first: for the few results on the way to an amount that are
 * larger than one.
 */

const LIMBS: i32 = 12;
const NUMBER: usize = memory.data(LIMBS * 4, 8);

function limb(index: i32): u64 {
  return load<u32>(NUMBER + (index << 2));
}

function setLimb(index: i32, value: u64): void {
  store<u32>(NUMBER + (index << 2), <u32>value);
}

/** Becomes an amount. */
export function setWide(a: usize): void {
  store<u64>(NUMBER, low(a));
  store<u64>(NUMBER, high(a), 8);
  memory.fill(NUMBER + 16, 0, LIMBS * 4 - 16);
}

export function timesWide(factor: u32): void {
  let carry: u64 = 0;
  for (let index = 0; index < LIMBS; index += 1) {
    const product = limb(index) * factor + carry;
    setLimb(index, product);
    carry = product >> 32;
  }
  if (carry !== 0) unreachable();
}

/** Divides, rounded down, or up when there is a remainder. */
export function overWide(divisor: u32, isUp: bool): void {
  let rest: u64 = 0;
  for (let index = LIMBS - 1; index >= 0; index -= 1) {
    const part = (rest << 32) | limb(index);
    setLimb(index, part / divisor);
    rest = part % divisor;
  }
  if (!isUp || rest === 0) return;
  let index = 0;
  for (; limb(index) === 0xffff_ffff; index += 1) setLimb(index, 0);
  setLimb(index, limb(index) + 1);
}

/** Writes it as an amount, or the largest amount; false when it is beyond that. */
export function storeWide(to: usize): bool {
  let beyond: u64 = 0;
  for (let index = 4; index < LIMBS; index += 1) beyond |= limb(index);
  if (beyond === 0) set(to, load<u64>(NUMBER), load<u64>(NUMBER, 8));
  else set(to, u64.MAX_VALUE, u64.MAX_VALUE);
  return beyond === 0;
}
