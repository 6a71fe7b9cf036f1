/** The contract as TypeScript: its ABI, its events as facts, its calls, what is signed for it, how it is deployed, and how a node is asked. */
export * from './calls';
export * from './chain-profiles';
export * from './codes';
export * from './contract-event';
export * from './decode-event';
export * from './decode-timelock';
export * from './deploy';
export * from './exchange-interface';
export { exchangeAbi } from './generated/exchange-abi';
export { exchangeLensAbi } from './generated/exchange-lens-abi';
export { depositRouterAbi } from './generated/deposit-router-abi';
export { testTokenAbi } from './generated/test-token-abi';
export * from './nodes';
export * from './typed-data';
