import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with SHA-1 and 30 s, six digits. */
const STEP_MS = 30_000;
const CODES = 1_000_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The 30 s step of a time in Unix ms. */
export const stepAt = (at: number): number => Math.floor(at / STEP_MS);

/** The bytes that base32 text stands for (RFC 4648, without padding). */
export function base32Bytes(text: string): Uint8Array {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number): number {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  return (digest.readUInt32BE(offset) & 0x7fff_ffff) % CODES;
}

/**
 * The step whose code this is: the present one or one beside it, for clocks that differ, and newer than `lastStep`,
 * since a code works once. Undefined for a wrong code. Takes as long for every code.
 */
export function matchingStep(
  secret: Uint8Array,
  code: number,
  at: number,
  lastStep: number,
): number | undefined {
  const now = stepAt(at);
  const given = codeBytes(code);
  const equal = [now - 1, now, now + 1].filter((step) =>
    timingSafeEqual(codeBytes(totpCode(secret, step)), given),
  );
  return equal.find((step) => step > lastStep);
}

function codeBytes(code: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(code);
  return bytes;
}
