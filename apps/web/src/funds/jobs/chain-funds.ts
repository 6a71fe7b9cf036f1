/** Loaded when something is first done at the contract. */
export { ChainFunds } from '@exchange/client';
