/** The signed order: its terms, both hash and signature formats, and what is valid whatever the market. */
export * from '../terms/src';
export { hashBytes, toHash, writeHex, writeUint128 } from './bytes';
export * from './check-terms';
export * from './crypto';
export * from './digest';
export * from './recover';
export * from './signature';
export * from './signing-domain';
export * from './withdrawal';
