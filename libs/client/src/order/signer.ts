import {
  ORDER_TYPES,
  orderMessage,
  type OrderTerms,
  type SignatureFormat,
  type SigningDomain,
  type TypedDomain,
  type TypedField,
  typedDomain,
} from '@exchange/core/order/terms';
import { unreachable } from '@exchange/core/kernel';

/**
 * Who signs: an account's or a delegate's key. `keySigner` and `walletSigner` make one, and a Wallet of ethers is one.
 * Signatures are 65 bytes in hex (r, s, v).
 */
export interface Signer {
  readonly address: string;
  /** It shows what it signs to a person: the client never asks it by itself. */
  readonly asksPerson?: boolean;
  /** personal_sign of a text, or of raw bytes. */
  signMessage(message: string | Uint8Array): Promise<string>;
  signTypedData(domain: TypedDomain, types: Record<string, TypedField[]>, message: object): Promise<string>;
}

/** Signs an order in one of the two formats (docs/interface, order signatures): 65 bytes in hex. */
export async function signOrder(
  signer: Signer,
  terms: OrderTerms,
  format: SignatureFormat,
  domain: SigningDomain,
): Promise<string> {
  switch (format) {
    case 'sign': {
      // Loaded when it is first needed, with keccak.
      const { packedOrder } = await import('../signing/packed-hashes');
      return signer.signMessage(packedOrder(terms, domain.contract));
    }
    case 'signTypedData':
      return signer.signTypedData(typedDomain(domain), ORDER_TYPES, orderMessage(terms));
    default:
      return unreachable(format);
  }
}
