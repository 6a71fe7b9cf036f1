/** Signature recovery and keccak at native speed. */
export { createCrypto, type NativeCrypto, type RecoverableSignature } from './native-crypto';
export * from './signer-threads';
