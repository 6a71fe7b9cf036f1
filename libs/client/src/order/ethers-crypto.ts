import { address } from '@exchange/core/kernel';
import type { Crypto, Keccak256, RecoverSigner } from '@exchange/core/order';
import { getBytes, keccak256 as ethersKeccak, recoverAddress } from 'ethers';

export const keccak256: Keccak256 = (data) => getBytes(ethersKeccak(data));

const recover: RecoverSigner = (digest, signature) => {
  try {
    return address(recoverAddress(digest, signature));
  } catch {
    // ethers throws for signatures that belong to no key, in words that depend on its version.
    return undefined;
  }
};

/** Keccak and recovery in JavaScript, which browsers run too. */
export const ethersCrypto: Crypto = { keccak256, recover };
