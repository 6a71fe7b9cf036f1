import { amount, AMOUNT_MAX, minAmount, type TokenAmount } from '@exchange/core/kernel';
import { float, grownFloats } from './cells';
import type { Limbs } from './limbs';

/** Limbs of a total: a sum of amounts may pass the largest amount by far. */
const LIMBS = 8;
const BITS = 24n;
const BASE = 2 ** 24;
/** Where a total passes the largest amount. */
const AMOUNT_LIMBS = 6;
const HIGHEST_LIMIT = 2 ** 8;

/** Sums of amounts, one for each level, exact whatever they add up to. */
export class LevelTotals {
  private cells = new Float64Array(0);

  grow(levels: number): void {
    this.cells = grownFloats(this.cells, levels * LIMBS);
  }

  clear(level: number): void {
    const { cells } = this;
    const first = level * LIMBS;
    for (let index = first; index < first + LIMBS; index += 1) cells[index] = 0;
  }

  /** Copies a total of others. */
  copy(level: number, others: LevelTotals, other: number): void {
    const [to, from] = [level * LIMBS, other * LIMBS];
    for (let index = 0; index < LIMBS; index += 1) this.cells[to + index] = float(others.cells, from + index);
  }

  add(level: number, value: Limbs): void {
    const { cells } = this;
    const { cells: limbs, size } = value;
    const first = level * LIMBS;
    let carry = 0;
    for (let index = 0; index < LIMBS && (carry > 0 || index < size); index += 1) {
      const sum = float(cells, first + index) + carry + (index < size ? float(limbs, index) : 0);
      carry = sum >= BASE ? 1 : 0;
      cells[first + index] = sum - carry * BASE;
    }
  }

  subtract(level: number, value: Limbs): void {
    const { cells } = this;
    const { cells: limbs, size } = value;
    const first = level * LIMBS;
    let borrow = 0;
    for (let index = 0; index < LIMBS && (borrow > 0 || index < size); index += 1) {
      const rest = float(cells, first + index) - borrow - (index < size ? float(limbs, index) : 0);
      borrow = rest < 0 ? 1 : 0;
      cells[first + index] = rest + borrow * BASE;
    }
  }

  /** At most the largest amount. */
  amount(level: number): TokenAmount {
    const limbs = Array.from(this.cells.subarray(level * LIMBS, (level + 1) * LIMBS));
    const total = limbs.reduceRight((sum, limb) => (sum << BITS) | BigInt(limb), 0n);
    return amount(minAmount<bigint>(total, AMOUNT_MAX));
  }

  /** Reads a total, at most the largest amount. */
  read(level: number, into: Limbs): void {
    const { cells } = this;
    const first = level * LIMBS;
    let size = LIMBS;
    while (size > 0 && float(cells, first + size - 1) === 0) size -= 1;
    for (let index = 0; index < size; index += 1) into.cells[index] = float(cells, first + index);
    into.size = size;
    if (into.isBeyondAmounts) saturate(into);
  }
}

/** Makes it 2^128−1. */
function saturate(limbs: Limbs): void {
  for (let index = 0; index < AMOUNT_LIMBS - 1; index += 1) limbs.cells[index] = BASE - 1;
  limbs.cells[AMOUNT_LIMBS - 1] = HIGHEST_LIMIT - 1;
  limbs.size = AMOUNT_LIMBS;
}
