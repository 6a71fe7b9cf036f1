import { DefectError } from '@exchange/core/kernel';
import { float, int } from './cells';

/* Bound once: asking for a global each time is slow where tests run. */
const { floor, max } = Math;

/** Bits of a limb: the product of two, and the sum of a few of those, is exact in a double. */
const LIMB_BITS = 24;
export const BASE = 2 ** LIMB_BITS;
const BIG_LIMB_BITS = BigInt(LIMB_BITS);
const BIG_LIMB_MASK = (1n << BIG_LIMB_BITS) - 1n;
const BIG_PAIR_BITS = 2n * BIG_LIMB_BITS;
const PART = 1 / BASE;
/** Room for an amount times a rate between tokens of any decimals. */
const LIMBS = 32;
const AMOUNT_LIMBS = 6;
/** What the highest limb of an amount holds: 2^128 is 2^8 in it. */
const HIGHEST_LIMIT = 2 ** (128 - 5 * LIMB_BITS);
/** The largest power of ten below a limb. */
const TEN_STEP = 7;
const TENS = Float64Array.from({ length: TEN_STEP + 1 }, (_, exponent) => 10 ** exponent);

/**
 * An unsigned whole number in cells: limbs of 24 bits, the lowest first, without leading zeros. Arithmetic changes it in
 * place, is exact, and makes no objects.
 */
export class Limbs {
  readonly cells = new Float64Array(LIMBS);
  size = 0;

  get isZero(): boolean {
    return this.size === 0;
  }

  copy(other: Limbs): void {
    for (let index = 0; index < other.size; index += 1) this.cells[index] = float(other.cells, index);
    this.size = other.size;
  }

  /** Reads an amount from four words of 32 bits, the lowest first. */
  load(words: Int32Array, from: number): void {
    const { cells } = this;
    const first = int(words, from);
    const second = int(words, from + 1);
    const third = int(words, from + 2);
    const fourth = int(words, from + 3);
    cells[0] = first & 0xff_ffff;
    cells[1] = (first >>> 24) | ((second & 0xffff) << 8);
    cells[2] = (second >>> 16) | ((third & 0xff) << 16);
    cells[3] = third >>> 8;
    cells[4] = fourth & 0xff_ffff;
    cells[5] = fourth >>> 24;
    this.size = AMOUNT_LIMBS;
    this.trim();
  }

  /** Writes an amount as four words; more than 2^128−1 is a defect. */
  store(words: Int32Array, to: number): void {
    if (this.isBeyondAmounts) throw new DefectError('amount out of range');
    const { cells } = this;
    const second = this.limb(1);
    const third = this.limb(2);
    words[to] = this.limb(0) | (second << 24);
    words[to + 1] = (second >>> 8) | (third << 16);
    words[to + 2] = (third >>> 16) | (this.limb(3) << 8);
    words[to + 3] = this.size > 4 ? float(cells, 4) | (this.limb(5) << 24) : 0;
  }

  setBigInt(value: bigint): void {
    this.size = 0;
    for (let left = value; left > 0n; left >>= BIG_LIMB_BITS) this.push(Number(left & BIG_LIMB_MASK));
  }

  toBigInt(): bigint {
    const { size } = this;
    // Pairs of limbs are exact in a double, so two or three conversions are enough for an amount.
    let value = 0n;
    for (let index = (size - 1) & ~1; index >= 0; index -= 2) {
      const high = index + 1 < size ? float(this.cells, index + 1) : 0;
      value = (value << BIG_PAIR_BITS) | BigInt(high * BASE + float(this.cells, index));
    }
    return value;
  }

  /** More than 2^128−1. */
  get isBeyondAmounts(): boolean {
    const { size, cells } = this;
    return size > AMOUNT_LIMBS || (size === AMOUNT_LIMBS && float(cells, AMOUNT_LIMBS - 1) >= HIGHEST_LIMIT);
  }

  /** Negative, 0 or positive. */
  compare(other: Limbs): number {
    if (this.size !== other.size) return this.size - other.size;
    for (let index = this.size - 1; index >= 0; index -= 1) {
      const difference = float(this.cells, index) - float(other.cells, index);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  atMost(other: Limbs): void {
    if (this.compare(other) > 0) this.copy(other);
  }

  add(other: Limbs): void {
    const { cells } = this;
    for (let index = this.size; index < other.size; index += 1) cells[index] = 0;
    this.size = max(this.size, other.size);
    let carry = 0;
    for (let index = 0; index < this.size; index += 1) {
      const sum = float(cells, index) + carry + (index < other.size ? float(other.cells, index) : 0);
      carry = sum >= BASE ? 1 : 0;
      cells[index] = sum - carry * BASE;
    }
    if (carry > 0) this.push(carry);
  }

  /** Takes away a number that is not larger. */
  subtract(other: Limbs): void {
    const { cells, size } = this;
    let borrow = 0;
    for (let index = 0; index < size; index += 1) {
      const rest = float(cells, index) - borrow - (index < other.size ? float(other.cells, index) : 0);
      borrow = rest < 0 ? 1 : 0;
      cells[index] = rest + borrow * BASE;
    }
    if (borrow > 0 || other.size > size) throw new DefectError('amount below zero');
    this.trim();
  }

  /** @param factor 1 … 2^24−1 */
  timesSmall(factor: number): void {
    this.setProduct(this, factor);
  }

  /** Becomes other · factor. @param factor 1 … 2^24−1 */
  setProduct(other: Limbs, factor: number): void {
    const { cells } = this;
    const { cells: from, size } = other;
    let carry = 0;
    this.size = size;
    for (let index = 0; index < size; index += 1) {
      const product = float(from, index) * factor + carry;
      carry = floor(product * PART);
      cells[index] = product - carry * BASE;
    }
    if (carry > 0) this.push(carry);
  }

  /** Divides, rounded down, and returns the remainder. @param divisor 1 … 2^24−1 */
  overSmall(divisor: number): number {
    const { cells } = this;
    let rest = 0;
    for (let index = this.size - 1; index >= 0; index -= 1) {
      const part = rest * BASE + float(cells, index);
      const quotient = floor(part / divisor);
      cells[index] = quotient;
      rest = part - quotient * divisor;
    }
    this.trim();
    return rest;
  }

  overSmallUp(divisor: number): void {
    if (this.overSmall(divisor) > 0) this.increment();
  }

  timesTen(exponent: number): void {
    let left = exponent;
    for (; left > TEN_STEP; left -= TEN_STEP) this.timesSmall(float(TENS, TEN_STEP));
    if (left > 0) this.timesSmall(float(TENS, left));
  }

  /** Divides by 10^exponent, rounded down: rounding down step by step comes to the same. */
  overTen(exponent: number): void {
    let left = exponent;
    for (; left > TEN_STEP; left -= TEN_STEP) this.overSmall(float(TENS, TEN_STEP));
    if (left > 0) this.overSmall(float(TENS, left));
  }

  overTenUp(exponent: number): void {
    let left = exponent;
    for (; left > TEN_STEP; left -= TEN_STEP) this.overSmallUp(float(TENS, TEN_STEP));
    if (left > 0) this.overSmallUp(float(TENS, left));
  }

  increment(): void {
    const { cells, size } = this;
    for (let index = 0; index < size; index += 1) {
      const sum = float(cells, index) + 1;
      cells[index] = sum === BASE ? 0 : sum;
      if (sum !== BASE) return;
    }
    this.push(1);
  }

  /** Takes one from a number above 0. */
  decrement(): void {
    const { cells } = this;
    let index = 0;
    while (float(cells, index) === 0) {
      cells[index] = BASE - 1;
      index += 1;
    }
    cells[index] = float(cells, index) - 1;
    this.trim();
  }

  /** The number to about 14 digits, for guesses that are checked exactly. */
  approximate(): number {
    let value = 0;
    for (let index = this.size - 1; index >= 0; index -= 1) value = value * BASE + float(this.cells, index);
    return value;
  }

  private limb(index: number): number {
    return index < this.size ? float(this.cells, index) : 0;
  }

  private push(limb: number): void {
    if (this.size === LIMBS) throw new DefectError('a product is larger than any amount at any rate');
    this.cells[this.size] = limb;
    this.size += 1;
  }

  private trim(): void {
    let { size } = this;
    while (size > 0 && float(this.cells, size - 1) === 0) size -= 1;
    this.size = size;
  }
}

const columns = new Float64Array(2 * LIMBS);

/** Products of approximations that differ by more than this part of themselves are in the right order. */
const CERTAIN = 1 + 1e-9;

/** The sign of a·b − c·d, for amounts: sums of six products of limbs are exact. */
export function compareProducts(a: Limbs, b: Limbs, c: Limbs, d: Limbs): number {
  const first = a.approximate() * b.approximate();
  const second = c.approximate() * d.approximate();
  if (first > second * CERTAIN) return 1;
  if (second > first * CERTAIN) return -1;
  const size = max(a.size + b.size, c.size + d.size);
  for (let index = 0; index < size; index += 1) columns[index] = 0;
  addProducts(a, b, 1);
  addProducts(c, d, -1);
  let carry = 0;
  let isZero = true;
  for (let index = 0; index < size; index += 1) {
    const sum = float(columns, index) + carry;
    carry = floor(sum * PART);
    if (sum !== carry * BASE) isZero = false;
  }
  if (carry !== 0) return carry;
  return isZero ? 0 : 1;
}

function addProducts(a: Limbs, b: Limbs, sign: number): void {
  for (let index = 0; index < a.size; index += 1) {
    const limb = sign * float(a.cells, index);
    for (let other = 0; other < b.size; other += 1) {
      const column = index + other;
      columns[column] = float(columns, column) + limb * float(b.cells, other);
    }
  }
}
