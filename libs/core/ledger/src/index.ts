/**
 * The double-entry ledger of one partition of accounts, as pure functions over state in memory. Each call takes its
 * inputs with the time (Unix ms), changes state only through a Journal, and returns the facts that the caller stores
 * and tells; an expected refusal is a Result and changed nothing.
 */

// What an account consists of, and the state that holds accounts
export * from './balance';
export * from './posting';
export * from './order';
export * from './entry';
export * from './delegate';
export * from './order-cancellation';
export * from './exit';
export * from './listing';
export * from './account';
export * from './ledger';
export * from './fact';

// Orders: accepted with a hold, matched and ended by the market's report
export * from './leave-time';
export * from './order-amounts';
export * from './place-order';
export { editOrder, type EditOrder } from './edit-order';
export { requestCancel, requestCancelAll, requestCancelVia } from './request-cancel';
export * from './report-order';
export type { Role, Trade } from './trade';
export * from './apply-trade';

// Fees
export * from './fee-schedule';
export * from './trade-fees';
export * from './settlement-cost';
export * from './trading-volume';
export * from './grant-trade-rebate';
export * from './rebate-quota';
export * from './collect-fees';

// The chain: deposits, withdrawals, exits, settlement, delegates
export * from './chain-fact';
export * from './apply-chain-fact';
export * from './sign-withdrawal';
export * from './withdrawal-nonce';
export * from './submit-withdrawal';
export * from './announce-deposit';
export * from './pass-block-time';
export * from './note-transaction';

// Who may act, and what the operator sets
export * from './directory';
export * from './announce-delegate';
export * from './remove-delegate';
export * from './cancel-signed-order';
export { awaitsSettlement, type OrdersPart } from './cosign-when-settled';
export * from './login-nonce';
export * from './operate-account';

export * from './audit';
