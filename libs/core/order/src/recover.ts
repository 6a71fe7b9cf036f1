import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import type { Crypto } from './crypto';
import { digestToSign, personalMessageDigest } from './digest';
import type { OrderSignature } from './signature';
import type { SigningDomain } from '../terms/src/domain';
import type { OrderTerms, SignatureFormat } from '../terms/src/terms';

/**
 * Who signed the order. A signature over anything else gives the address of a stranger, not an error: the caller
 * compares it with the account and its delegates. Refused with INVALID_SIGNATURE when it belongs to no key.
 */
export function recoverOrderSigner(
  terms: OrderTerms,
  format: SignatureFormat,
  signature: OrderSignature,
  domain: SigningDomain,
  crypto: Crypto,
): Result<Address> {
  return signerOf(digestToSign(terms, format, domain, crypto.keccak256), signature, crypto);
}

/** Who signed the text with `personal_sign` (EIP-191): logins and names. Refused like {@link recoverOrderSigner}. */
export function recoverMessageSigner(
  message: string,
  signature: OrderSignature,
  crypto: Crypto,
): Result<Address> {
  return signerOf(personalMessageDigest(message, crypto.keccak256), signature, crypto);
}

const signerOf = (digest: Uint8Array, signature: OrderSignature, crypto: Crypto): Result<Address> =>
  knownSigner(crypto.recover(digest, signature));

/** What was recovered from a signature; refused with INVALID_SIGNATURE when it belongs to no key. */
export function knownSigner(signer: Address | undefined): Result<Address> {
  if (signer !== undefined) return ok(signer);
  return reject('INVALID_SIGNATURE', 'signature belongs to no key; sign the order or message again');
}
