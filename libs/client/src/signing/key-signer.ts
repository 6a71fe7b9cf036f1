import { secp256k1 } from '@noble/curves/secp256k1.js';
import { personalDigest, personalMessageDigest } from '@exchange/core/order';
import type { Signer } from '../order/signer';
import { fromHex, toHex } from './hex';
import { addressOf, keccak256 } from './noble-crypto';
import { typedDigest } from './typed-digest';

const HASH_BYTES = 32;
const FIRST_V = 27;

/** Signs by itself with a private key, 0x and 64 hex digits. RangeError for anything else, which it doesn't repeat. */
export function signerOfKey(privateKey: string): Signer {
  const key = fromHex(privateKey);
  if (!secp256k1.utils.isValidSecretKey(key)) throw new RangeError('not a private key of secp256k1');
  const sign = (digest: Uint8Array): string => {
    const [odd = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
    return toHex(new Uint8Array([...rs, FIRST_V + odd]));
  };
  return {
    address: addressOf(secp256k1.getPublicKey(key, false)),
    signMessage: async (message) => sign(messageDigest(message)),
    signTypedData: async (domain, types, message) => sign(typedDigest(domain, types, message, keccak256)),
  };
}

function messageDigest(message: string | Uint8Array): Uint8Array {
  if (typeof message === 'string') return personalMessageDigest(message, keccak256);
  if (message.length === HASH_BYTES) return personalDigest(message, keccak256);
  throw new RangeError('bytes to sign must be the 32 of a hash');
}
