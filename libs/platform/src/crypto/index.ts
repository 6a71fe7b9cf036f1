/** Signature recovery and keccak at native speed, what a secret key authenticates, and codes that go with the time. */
export * from './keyed-hash';
export { createCrypto, type NativeCrypto, type RecoverableSignature } from './native-crypto';
export * from './signer-threads';
export * from './totp';
export * from './totp-tries';
