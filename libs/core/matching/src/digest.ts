/** A running 64-bit FNV-1a hash as two 32-bit halves. It finds divergence; it is no protection against forgery. */
export interface Digest {
  readonly high: number;
  readonly low: number;
}

/** The FNV-1a offset basis. */
export const EMPTY_DIGEST: Digest = { high: 0xcbf29ce4, low: 0x84222325 };

const PRIME_LOW = 0x1b3;
const TWO_32 = 0x1_0000_0000;

/** Goes on hashing with the UTF-16 units of a text. */
export function digestText(digest: Digest, text: string): Digest {
  let { high, low } = digest;
  for (let index = 0; index < text.length; index += 1) {
    low = (low ^ text.charCodeAt(index)) >>> 0;
    // The prime is 2^40 + 0x1b3, so the product needs no wide multiplication.
    const product = low * PRIME_LOW;
    high = (high * PRIME_LOW + Math.floor(product / TWO_32) + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return { high, low };
}

/** 16 hex digits. */
export function digestHex({ high, low }: Digest): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Reads what `digestHex` wrote. */
export function digestFromHex(hex: string): Digest {
  return { high: Number.parseInt(hex.slice(0, 8), 16), low: Number.parseInt(hex.slice(8), 16) };
}
