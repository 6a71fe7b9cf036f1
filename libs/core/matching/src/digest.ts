/** A running 64-bit FNV-1a hash as two 32-bit halves. It finds divergence; it is no protection against forgery. */
export interface Digest {
  readonly high: number;
  readonly low: number;
}

/** The FNV-1a offset basis. */
export const EMPTY_DIGEST: Digest = { high: 0xcbf29ce4, low: 0x84222325 };

const PRIME_LOW = 0x1b3;

/** Goes on hashing with the UTF-16 units of a text. */
export function digestText(digest: Digest, text: string): Digest {
  let high = digest.high | 0;
  let low = digest.low | 0;
  for (let index = 0; index < text.length; index += 1) {
    const mixed = low ^ text.charCodeAt(index);
    // The prime is 2^40 + 0x1b3: in halves of 16 bits every product fits in an int32, which is the fast arithmetic here.
    const bottom = (mixed & 0xffff) * PRIME_LOW;
    const top = (mixed >>> 16) * PRIME_LOW + (bottom >>> 16);
    high = (Math.imul(high, PRIME_LOW) + (top >>> 16) + (mixed << 8)) | 0;
    low = (top << 16) | (bottom & 0xffff);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** 16 hex digits. */
export function digestHex({ high, low }: Digest): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Reads what `digestHex` wrote. */
export function digestFromHex(hex: string): Digest {
  return { high: Number.parseInt(hex.slice(0, 8), 16), low: Number.parseInt(hex.slice(8), 16) };
}
