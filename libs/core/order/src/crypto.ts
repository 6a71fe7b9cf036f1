import type { Address } from '@exchange/core/kernel';
import type { OrderSignature } from './signature';

/** keccak-256. The result is a fresh array of 32 bytes, and `data` is not kept: callers reuse its buffer. */
export type Keccak256 = (data: Uint8Array) => Uint8Array;

/** The address whose key signed the 32-byte digest, or undefined when the signature belongs to no key. */
export type RecoverSigner = (digest: Uint8Array, signature: OrderSignature) => Address | undefined;

/** The cryptography that core code is given: native in services, pure JavaScript in browsers. */
export interface Crypto {
  readonly keccak256: Keccak256;
  readonly recover: RecoverSigner;
}
