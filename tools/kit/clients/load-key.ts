import { type Address, address, type Hash, hash } from '@exchange/core/kernel';
import {
  digestToSign,
  type Keccak256,
  type OrderSignature,
  type OrderTerms,
  personalMessageDigest,
  signatureHex,
  type SigningDomain,
} from '@exchange/core/order';
import secp256k1 from 'secp256k1';

const SIGN_WITH = 'signTypedData';

/** The key of a load account, which signs twenty times as fast as a wallet. */
export class LoadKey {
  readonly address: Address;
  readonly #key: Uint8Array;
  readonly #keccak: Keccak256;

  constructor(key: { readonly address: string; readonly privateKey: string }, keccak: Keccak256) {
    this.address = address(key.address.toLowerCase());
    this.#key = Buffer.from(key.privateKey.slice(2), 'hex');
    this.#keccak = keccak;
  }

  order(terms: OrderTerms, domain: SigningDomain): { signature: string; signatureFormat: typeof SIGN_WITH } {
    const digest = digestToSign(terms, SIGN_WITH, domain, this.#keccak);
    return { signature: this.#sign(digest), signatureFormat: SIGN_WITH };
  }

  message(text: string): string {
    return this.#sign(personalMessageDigest(text, this.#keccak));
  }

  #sign(digest: Uint8Array): string {
    const { signature, recid } = secp256k1.ecdsaSign(digest, this.#key);
    const hex = Buffer.from(signature).toString('hex');
    const half = (from: number): Hash => hash(`0x${hex.slice(from, from + 64)}`);
    const parts: OrderSignature = { v: recid === 0 ? 27 : 28, r: half(0), s: half(64) };
    return signatureHex(parts);
  }
}
