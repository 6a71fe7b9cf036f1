import { type Address, address, hash } from '@exchange/core/kernel';
import type { OrderSignature } from '@exchange/core/order';
import { computeAddress, hexlify } from 'ethers';
import secp256k1 from 'secp256k1';

/** A private key that signs digests as fast as thousands of orders need. */
export class TradingKey {
  readonly address: Address;

  constructor(private readonly key: Uint8Array) {
    this.address = address(computeAddress(hexlify(key)));
  }

  /** For another who signs with it: 0x and 64 hex digits. */
  get privateKey(): string {
    return hexlify(this.key);
  }

  sign(digest: Uint8Array): OrderSignature {
    const { signature, recid } = secp256k1.ecdsaSign(digest, this.key);
    return {
      v: recid === 0 ? 27 : 28,
      r: hash(hexlify(signature.subarray(0, 32))),
      s: hash(hexlify(signature.subarray(32))),
    };
  }
}
