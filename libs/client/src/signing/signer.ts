import type { TypedDomain, TypedField } from '@exchange/core/order';

/**
 * Who signs: an account's or a delegate's key. `keySigner` and `walletSigner` make one, and a Wallet of ethers is one.
 * Signatures are 65 bytes in hex (r, s, v).
 */
export interface Signer {
  readonly address: string;
  /** personal_sign of a text, or of raw bytes. */
  signMessage(message: string | Uint8Array): Promise<string>;
  signTypedData(domain: TypedDomain, types: Record<string, TypedField[]>, message: object): Promise<string>;
}

/** The part of a wallet that is used (EIP-1193), `window.ethereum` for one. It may ask a person. */
export interface Wallet {
  request(question: { method: string; params?: readonly unknown[] | object }): Promise<unknown>;
}
