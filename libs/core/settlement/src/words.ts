import { assert } from '@exchange/core/kernel';

const WORD_BITS = 256;

/** A member of a packed word: its value and its width in bits. */
export type Packed = readonly [value: bigint, bits: number];

/**
 * Packs members into one 256-bit word, the first in the highest bits, the rest zero: 0x and 64 hex digits. A member
 * that doesn't fit its width is a defect.
 * @example
 * packWord([1n, 128], [2n, 128]) // → '0x' + '1'.padStart(32, '0') + '2'.padStart(32, '0')
 */
export function packWord(...members: readonly Packed[]): string {
  let word = 0n;
  let used = 0;
  for (const [value, bits] of members) {
    assert(value >= 0n && value < 1n << BigInt(bits), `${value} doesn't fit ${bits} bits`);
    word = (word << BigInt(bits)) | value;
    used += bits;
  }
  assert(used <= WORD_BITS, `${used} bits don't fit a word`);
  return `0x${(word << BigInt(WORD_BITS - used)).toString(16).padStart(64, '0')}`;
}
