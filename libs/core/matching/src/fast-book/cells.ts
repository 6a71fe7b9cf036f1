/* Bound once: asking for a global each time is slow where tests run. */
const { floor } = Math;

const HALF_BITS = 64n;
const HALF = 1n << HALF_BITS;

/** Index of nothing: no order, no level. */
export const NONE = -1;

/*
 * Cells of typed arrays at indexes that exist. One function for each type of array: one for all would make every
 * access ask which type it has.
 */
export const int = (cells: Int32Array, index: number): number => cells[index] as number;
export const float = (cells: Float64Array, index: number): number => cells[index] as number;
const big = (cells: BigUint64Array, index: number): bigint => cells[index] as bigint;

const HIGH = 2 ** 32;

/** Writes a whole number up to 2^53 as two words. */
export function writeWide(words: Int32Array, at: number, value: number): void {
  words[at] = value | 0;
  words[at + 1] = floor(value / HIGH);
}

export const readWide = (words: Int32Array, at: number): number =>
  int(words, at + 1) * HIGH + (int(words, at) >>> 0);

/** Writes an amount where its four words are, seen as two halves. */
export function writeAmount(halves: BigUint64Array, word: number, value: bigint): void {
  // A cell takes the lowest 64 bits of what is written to it.
  halves[word >>> 1] = value;
  halves[(word >>> 1) + 1] = value < HALF ? 0n : value >> HALF_BITS;
}

export function readAmount(halves: BigUint64Array, word: number): bigint {
  const low = big(halves, word >>> 1);
  const high = big(halves, (word >>> 1) + 1);
  return high === 0n ? low : (high << HALF_BITS) | low;
}

/** The same cells with room for more. */
export function grownInts(cells: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity);
  grown.set(cells);
  return grown;
}

export function grownFloats(cells: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(capacity);
  grown.set(cells);
  return grown;
}
