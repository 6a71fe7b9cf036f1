import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Address } from '@exchange/core/kernel';
import { fromHex } from './hex';
import { addressOf } from './noble-crypto';

/** A signature of 32 bytes, in its lower form. */
export interface KeySignature {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  readonly yParity: 0 | 1;
}

/** A private key that is ready to sign. */
export interface PrivateKey {
  readonly address: Address;
  sign(digest: Uint8Array): KeySignature;
}

/** Reads a private key, 0x and 64 hex digits. RangeError for anything else, which it doesn't repeat. */
export function readPrivateKey(text: string): PrivateKey {
  const key = fromHex(text);
  if (!secp256k1.utils.isValidSecretKey(key)) throw new RangeError('not a private key of secp256k1');
  return {
    address: addressOf(secp256k1.getPublicKey(key, false)),
    sign(digest) {
      const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      return { r: signed.subarray(1, 33), s: signed.subarray(33), yParity: signed[0] === 1 ? 1 : 0 };
    },
  };
}
