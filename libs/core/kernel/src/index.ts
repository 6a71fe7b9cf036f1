/** The vocabulary of the exchange: branded amounts, rates, ids and addresses, results and refusal codes. */
export * from './address';
export * from './alarm';
export * from './amount';
export * from './assert';
export * from './brand';
export * from './decimal';
export * from './fee-rows';
export * from './ids';
export * from './rate';
export * from './rejection';
export * from './result';
export * from './service-name';
export * from './shown-address';
export * from './text';
