import { assert, type Address, type Hash } from '@exchange/core/kernel';

const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const U64_MASK = (1n << 64n) - 1n;

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const LETTER_A_LESS_TEN = 87;

/** The value of one lower-case hex digit. */
function nibble(code: number): number {
  return code <= DIGIT_9 ? code - DIGIT_0 : code - LETTER_A_LESS_TEN;
}

/** Writes lower-case `0x…` hex into `target` from `offset` on. */
export function writeHex(target: Uint8Array, offset: number, hex: Address | Hash): void {
  for (let at = 2, to = offset; at < hex.length; at += 2, to += 1) {
    target[to] = (nibble(hex.charCodeAt(at)) << 4) | nibble(hex.charCodeAt(at + 1));
  }
}

/** Writes an unsigned big-endian integer of 16 bytes; `value` is at most 2^128−1. */
export function writeUint128(view: DataView, offset: number, value: bigint): void {
  view.setBigUint64(offset, value >> 64n);
  view.setBigUint64(offset + 8, value & U64_MASK);
}

/** The bytes of a hash. */
export function hashBytes(hash: Hash): Uint8Array {
  const bytes = new Uint8Array(32);
  writeHex(bytes, 0, hash);
  return bytes;
}

/**
 * 32 bytes as a hash.
 * @example
 * toHash(new Uint8Array(32).fill(0xab)) // → '0x' + 'ab'.repeat(32)
 */
export function toHash(bytes: Uint8Array): Hash {
  assert(bytes.length === 32, `a hash has 32 bytes, not ${bytes.length}`);
  let hex = '0x';
  for (const byte of bytes) hex += HEX_BYTES[byte];
  return hex as Hash;
}
