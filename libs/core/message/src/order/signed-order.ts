import type { OrderTerms, SignatureFormat } from '@exchange/core/order';
import { address, amount, type Codec, hash, object, oneOf, uint, type ValueOf } from '../codec';

export type { OrderTerms, SignatureFormat };

/** What the owner signed (docs/interface, order signatures). */
export const orderTerms: Codec<OrderTerms> = object({
  sellToken: address,
  sellAmount: amount,
  buyToken: address,
  buyAmount: amount,
  expiry: uint,
  nonce: uint,
});

/** v is 27 or 28, s in its lower half. */
export const signature = object({ v: uint, r: hash, s: hash });
export type Signature = ValueOf<typeof signature>;

export const signatureFormat = oneOf('sign', 'signTypedData') satisfies Codec<SignatureFormat>;

/** An order as its owner sends it: whose key signed it is to be recovered. */
export const signedTerms = object({ terms: orderTerms, signature, format: signatureFormat });
export type SignedTerms = ValueOf<typeof signedTerms>;

/** An order as it can be settled: terms, signature, and who signed: the account itself or one of its delegates. */
export const signedOrder = object({ ...signedTerms.members, signer: address });
export type SignedOrder = ValueOf<typeof signedOrder>;
