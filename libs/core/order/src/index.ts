/** The signed order: its terms, both hash and signature formats, and what is valid whatever the market. */
export { hashBytes, toHash, writeHex, writeUint128 } from './bytes';
export * from './check-terms';
export * from './crypto';
export * from './digest';
export * from './market-side';
export * from './recover';
export * from './signature';
export * from './signing-domain';
export * from './terms';
export * from './typed-data';
export * from './withdrawal';
