import { type Address, address, hash } from '@exchange/core/kernel';
import {
  type Crypto,
  digestToSign,
  type OrderSignature,
  type OrderTerms,
  personalMessageDigest,
  type SignatureFormat,
  type SigningDomain,
} from '@exchange/core/order';
import { computeAddress, hexlify } from 'ethers';
import secp256k1 from 'secp256k1';

/** A private key that signs as fast as the simulation needs. */
export class TraderKey {
  readonly address: Address;

  constructor(
    private readonly key: Uint8Array,
    private readonly crypto: Crypto,
  ) {
    this.address = address(computeAddress(hexlify(key)));
  }

  signOrder(terms: OrderTerms, format: SignatureFormat, domain: SigningDomain): OrderSignature {
    return this.sign(digestToSign(terms, format, domain, this.crypto.keccak256));
  }

  signMessage(message: string): OrderSignature {
    return this.sign(personalMessageDigest(message, this.crypto.keccak256));
  }

  private sign(digest: Uint8Array): OrderSignature {
    const { signature, recid } = secp256k1.ecdsaSign(digest, this.key);
    return {
      v: recid === 0 ? 27 : 28,
      r: hash(hexlify(signature.subarray(0, 32))),
      s: hash(hexlify(signature.subarray(32))),
    };
  }
}
