/** From matched trades to the contract's batches, and the contract's rules on amounts said again. */
export * from './contract-rules';
export * from './encode-batch';
export * from './encode-order';
export * from './encode-trade';
export * from './plan-reversal';
export * from './trade-terms';
