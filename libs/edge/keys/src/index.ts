/** The keys of the contract's roles: what they sign, where they come from, and which chain takes which. */
export { isDevelopmentChain } from '@exchange/contract/chain';
export * from './attested-batch';
export * from './development-keys';
export * from './key-fields';
export * from './key-source';
export * from './keystore';
export * from './local-keys';
export * from './open-key';
export * from './open-keys';
export * from './remote/protocol';
export {
  isSignerAway,
  isSignerSilent,
  SignerRefusedError,
  SignerUnreachableError,
} from './remote/signer-client';
export { senderOf } from './settler-call';
export * from './settler-keys';
export * from './signing-keys';
export { unsignedTransaction } from './eip1559';
