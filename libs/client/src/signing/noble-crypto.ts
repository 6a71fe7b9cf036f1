import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { address, type Address } from '@exchange/core/kernel';
import type { Crypto, Keccak256, RecoverSigner } from '@exchange/core/order';
import { fromHex, toHex } from './hex';

/* Keccak and secp256k1 are half as large as all else together: what needs them imports this file when it does. */

export const keccak256: Keccak256 = (data) => keccak_256(data);

/** The address of an uncompressed public key, its 65 bytes. */
export const addressOf = (publicKey: Uint8Array): Address =>
  address(toHex(keccak256(publicKey.subarray(1)).subarray(12)));

const FIRST_V = 27;

const recover: RecoverSigner = (digest, { v, r, s }) => {
  try {
    const signature = new Uint8Array([v - FIRST_V, ...fromHex(r), ...fromHex(s)]);
    const key = secp256k1.recoverPublicKey(signature, digest, { prehash: false });
    return addressOf(secp256k1.Point.fromBytes(key).toBytes(false));
  } catch {
    // The library throws for signatures that belong to no key.
    return undefined;
  }
};

/** Keccak and recovery in JavaScript, which browsers run too. */
export const nobleCrypto: Crypto = { keccak256, recover };
