import { address } from '@exchange/core/kernel';
import { getBytes, keccak256, recoverAddress } from 'ethers';
import type { Crypto } from '../src/crypto';

/** A slow and independent Crypto for tests. */
export const ethersCrypto: Crypto = {
  keccak256: (data) => getBytes(keccak256(data)),
  recover(digest, signature) {
    try {
      return address(recoverAddress(digest, signature));
    } catch {
      return undefined;
    }
  },
};
