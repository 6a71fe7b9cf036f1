import type { BookLineView } from './schema';

/** How many lines of each side a checksum covers at most. */
export const CHECKSUM_LINES = 100;

/** CRC-32 as of zlib, PNG and Ethernet: the polynomial 0x04C11DB7, bits reversed. */
const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** A line of a book as the checksum reads it: its four values as they stand in the packet, with colons between. */
export const checksumText = ([direction, rate, amount, count]: readonly unknown[]): string =>
  `${direction}:${rate}:${amount}:${count}`;

/** The same of a line that was read. */
export const lineText = ({ side, rate, amount, count }: BookLineView): string =>
  `${side === 'buy' ? 1 : 0}:${rate}:${amount}:${count}`;

/**
 * The checksum of a book (docs/interface, books with a sequence): CRC-32 of the texts of its lines with commas between,
 * a whole number below 2^32; 0 for no lines.
 * @param texts of the best lines of each side (at most CHECKSUM_LINES), in the order of a snapshot; ASCII
 * @example
 * bookChecksum(['1:300:5:1', '0:301:7:2']) // → 1_207_409_233
 */
export function bookChecksum(texts: readonly string[]): number {
  const text = texts.join(',');
  let value = 0xffffffff;
  for (let at = 0; at < text.length; at += 1)
    value = (value >>> 8) ^ (TABLE[(value ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
