import { amount, AMOUNT_MAX, type TokenAmount } from '@exchange/core/kernel';
import { float } from './cells';
import { BASE, Limbs } from './limbs';

/*
 * Sums of amounts as limbs in cells, exact whatever they add up to.
 */

/** Limbs of a total: a sum of amounts may pass the largest amount by far. */
export const TOTAL_LIMBS = 8;
/** A total on its way. */
const whole = new Limbs();

export function addToTotal(cells: Float64Array, at: number, value: Limbs): void {
  const { cells: limbs, size } = value;
  let carry = 0;
  for (let index = 0; index < size; index += 1) {
    const sum = float(cells, at + index) + carry + float(limbs, index);
    carry = sum >= BASE ? 1 : 0;
    cells[at + index] = sum - carry * BASE;
  }
  for (let index = size; carry > 0 && index < TOTAL_LIMBS; index += 1) {
    const sum = float(cells, at + index) + 1;
    carry = sum === BASE ? 1 : 0;
    cells[at + index] = sum - carry * BASE;
  }
}

/** Takes away what was added. */
export function takeFromTotal(cells: Float64Array, at: number, value: Limbs): void {
  const { cells: limbs, size } = value;
  let borrow = 0;
  for (let index = 0; index < size; index += 1) {
    const rest = float(cells, at + index) - borrow - float(limbs, index);
    borrow = rest < 0 ? 1 : 0;
    cells[at + index] = rest + borrow * BASE;
  }
  for (let index = size; borrow > 0 && index < TOTAL_LIMBS; index += 1) {
    const rest = float(cells, at + index) - 1;
    borrow = rest < 0 ? 1 : 0;
    cells[at + index] = rest + borrow * BASE;
  }
}

/** A total as everybody sees it: at most the largest amount. */
export function readTotal(cells: Float64Array, at: number, into: Limbs): void {
  let size = TOTAL_LIMBS;
  while (size > 0 && float(cells, at + size - 1) === 0) size -= 1;
  for (let index = 0; index < size; index += 1) into.cells[index] = float(cells, at + index);
  into.size = size;
  if (into.isBeyondAmounts) into.setBigInt(AMOUNT_MAX);
}

/** The same as a whole number. */
export function totalAmount(cells: Float64Array, at: number): TokenAmount {
  readTotal(cells, at, whole);
  return amount(whole.toBigInt());
}
