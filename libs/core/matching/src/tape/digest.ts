/* Bound once: asking for a global each time is slow where tests run. */
const { imul } = Math;

/** A running 64-bit hash as two 32-bit halves. It finds divergence; it is no protection against forgery. */
export interface Digest {
  readonly high: number;
  readonly low: number;
}

export const EMPTY_DIGEST: Digest = { high: 0xcbf29ce4, low: 0x84222325 };

/* Odd constants of MurmurHash3's finalizer: multiplying by them loses nothing. */
const MIX_LOW = 0x85ebca6b;
const MIX_HIGH = 0xc2b2ae35;

/** Goes on hashing with a number and the first of some words, in four lanes; assembly/digest.ts does the same. */
export function digestWords(digest: Digest, before: number, words: Int32Array, length: number): Digest {
  const at = (index: number): number => words[index] as number;
  let first = mixedLow(digest.low, before | 0);
  let second = mixedHigh(digest.high, length);
  let third = (first + MIX_HIGH) | 0;
  let fourth = (second + MIX_LOW) | 0;
  const whole = length & ~3;
  for (let index = 0; index < whole; index += 4) {
    first = mixedLow(first, at(index));
    second = mixedHigh(second, at(index + 1));
    third = mixedLow(third, at(index + 2));
    fourth = mixedHigh(fourth, at(index + 3));
  }
  for (let index = whole; index < length; index += 1) first = mixedLow(first, at(index));
  const low = mixedLow(mixedLow(first, second), third);
  const high = mixedHigh(mixedHigh(fourth, third), low);
  return { high: high >>> 0, low: low >>> 0 };
}

/** Goes on hashing with the UTF-16 units of a text. */
export function digestText(digest: Digest, text: string): Digest {
  const units = Int32Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return digestWords(digest, text.length, units, units.length);
}

/** 16 hex digits. */
export function digestHex({ high, low }: Digest): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Reads what `digestHex` wrote. */
export function digestFromHex(hex: string): Digest {
  return { high: Number.parseInt(hex.slice(0, 8), 16), low: Number.parseInt(hex.slice(8), 16) };
}

function mixedLow(low: number, word: number): number {
  const mixed = imul(low ^ word, MIX_LOW);
  return mixed ^ (mixed >>> 15);
}

function mixedHigh(high: number, word: number): number {
  const mixed = imul(high ^ word, MIX_HIGH);
  return mixed ^ (mixed >>> 13);
}
