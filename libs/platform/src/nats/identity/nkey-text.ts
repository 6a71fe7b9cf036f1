import { createHash, hkdfSync } from 'node:crypto';
import { fromSeed, type KeyPair, Prefix } from '@nats-io/nkeys';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CRC_POLYNOMIAL = 0x1021;
const KEY_BYTES = 32;

/**
 * A key pair of the broker's kind that comes from a secret: the same each time, so that only the secret must be kept.
 * @param purpose what the key is for; other purposes give other keys
 */
export function keyFromSecret(prefix: Prefix, secret: string, purpose: string): KeyPair {
  const seed = new Uint8Array(hkdfSync('sha256', secret, 'token exchange', purpose, KEY_BYTES));
  // A seed has two prefixes in 16 bits: that it is one, and what of.
  const prefixes = [Prefix.Seed | (prefix >> 5), (prefix & 31) << 3];
  return fromSeed(new TextEncoder().encode(textOf(prefixes, seed)));
}

/** A public key of which nobody has the private one: the identity of something that never signs. */
export const publicKeyOfNobody = (prefix: Prefix, name: string): string =>
  textOf([prefix], createHash('sha256').update(`token exchange ${name}`).digest());

/** As nkeys are written: prefix, key and check sum, in base 32. */
function textOf(prefixes: readonly number[], key: Uint8Array): string {
  const body = [...prefixes, ...key];
  const sum = checkSum(body);
  return base32([...body, sum & 0xff, sum >> 8]);
}

function checkSum(bytes: readonly number[]): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      sum = ((sum << 1) ^ ((sum & 0x8000) === 0 ? 0 : CRC_POLYNOMIAL)) & 0xffff;
    }
  }
  return sum;
}

/** Base 32 of RFC 4648, without padding. */
export function base32(bytes: readonly number[]): string {
  let text = '';
  let [kept, bits] = [0, 0];
  for (const byte of bytes) {
    kept = ((kept << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE_32[(kept >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE_32[(kept << (5 - bits)) & 31] : text;
}
