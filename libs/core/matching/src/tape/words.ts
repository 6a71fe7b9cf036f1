/* How numbers are written as words of 32 bits, the lowest first. */

/* Bound once: asking for a global each time is slow where tests run. */
const { floor } = Math;

const HIGH = 2 ** 32;
const HALF_BITS = 64n;
const HALF = 1n << HALF_BITS;

/** Writes a whole number up to 2^53 as two words. */
export function writeWide(words: Int32Array, at: number, value: number): void {
  words[at] = value | 0;
  words[at + 1] = floor(value / HIGH);
}

export const readWide = (words: Int32Array, at: number): number =>
  (words[at + 1] as number) * HIGH + ((words[at] as number) >>> 0);

/** Writes an amount as two halves of 64 bits, which are its four words. */
export function writeAmount(halves: BigUint64Array, at: number, value: bigint): void {
  // A cell takes the lowest 64 bits of what is written to it.
  halves[at] = value;
  halves[at + 1] = value < HALF ? 0n : value >> HALF_BITS;
}

export function readAmount(halves: BigUint64Array, at: number): bigint {
  const low = halves[at] as bigint;
  const high = halves[at + 1] as bigint;
  return high === 0n ? low : (high << HALF_BITS) | low;
}
