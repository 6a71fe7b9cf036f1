import { personalDigest, personalMessageDigest } from '@exchange/core/order';
import type { Signer } from '../order/signer';
import { toHex } from './hex';
import { keccak256 } from './noble-crypto';
import { readPrivateKey } from './private-key';
import { typedDigest } from './typed-digest';

const HASH_BYTES = 32;
const FIRST_V = 27;

/** Signs by itself with a private key, 0x and 64 hex digits. RangeError for anything else, which it doesn't repeat. */
export function signerOfKey(privateKey: string): Signer {
  const key = readPrivateKey(privateKey);
  const sign = (digest: Uint8Array): string => {
    const { r, s, yParity } = key.sign(digest);
    return toHex(new Uint8Array([...r, ...s, FIRST_V + yParity]));
  };
  return {
    address: key.address,
    signMessage: async (message) => sign(messageDigest(message)),
    signTypedData: async (domain, types, message) => sign(typedDigest(domain, types, message, keccak256)),
  };
}

function messageDigest(message: string | Uint8Array): Uint8Array {
  if (typeof message === 'string') return personalMessageDigest(message, keccak256);
  if (message.length === HASH_BYTES) return personalDigest(message, keccak256);
  throw new RangeError('bytes to sign must be the 32 of a hash');
}
