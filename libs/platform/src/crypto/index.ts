/** Signature recovery and keccak at native speed. */
export * from './native-crypto';
