/** Signature recovery and keccak at native speed, and what a secret key authenticates. */
export * from './keyed-hash';
export { createCrypto, type NativeCrypto, type RecoverableSignature } from './native-crypto';
export * from './signer-threads';
