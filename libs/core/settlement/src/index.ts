/** From matched trades to the contract's batches, and the contract's rules on amounts said again. */
export * from './attestation/attestation-checks';
export * from './attestation/decode-batch';
export * from './attestation/judge-batch';
export * from './attestation/known-trade';
export * from './contract-rules';
export * from './encode-batch';
export * from './encode-order';
export * from './encode-trade';
export * from './plan-reversal';
export * from './settled-as-agreed';
export * from './trade-terms';
