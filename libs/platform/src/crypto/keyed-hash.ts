import { createHmac } from 'node:crypto';
import { type Hash, hash } from '@exchange/core/kernel';

const KEY_PATTERN = /^(0x)?[0-9a-fA-F]{64,}$/;

/** The bytes of a secret key in hex; a short one is refused at start, by the name of its variable. */
export function secretKey(variable: string, hex: string): Uint8Array {
  if (!KEY_PATTERN.test(hex)) throw new Error(`${variable} must be at least 32 bytes in hex`);
  return Buffer.from(hex.replace(/^0x/, ''), 'hex');
}

/** HMAC-SHA256: 32 bytes that follow from the text, and that nobody without the key can tell from random ones. */
export const keyedHash = (key: Uint8Array, text: string): Hash =>
  hash(`0x${createHmac('sha256', key).update(text).digest('hex')}`);
