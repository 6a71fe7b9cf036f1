/**
 * Bytes as 0x and hex digits.
 * @example
 * toHex(new Uint8Array([1, 171])) // → '0x01ab'
 */
export function toHex(bytes: Uint8Array): string {
  let hex = '0x';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

/**
 * The bytes that 0x and hex digits say. RangeError for anything else, which it doesn't repeat: it may be a key.
 * @example
 * toHex(fromHex('0x01AB')) // → '0x01ab'
 */
export function fromHex(hex: string): Uint8Array {
  if (!HEX.test(hex)) throw new RangeError('not 0x and an even number of hex digits');
  const bytes = new Uint8Array(hex.length / 2 - 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(hex.slice(2 * at + 2, 2 * at + 4), 16);
  return bytes;
}
