/**
 * The double-entry ledger of one partition of accounts, as pure functions over state in memory. Each call takes its
 * inputs with the time (Unix ms), changes state only through a Journal, and returns the facts that the caller stores
 * and tells; an expected refusal is a Result and changed nothing.
 */

// What an account consists of, and the state that holds accounts
export * from './account/balance';
export * from './account/posting';
export * from './order/order';
export * from './account/entry';
export * from './delegate/delegate';
export * from './order/order-cancellation';
export * from './funds/exit';
export * from './account/listing';
export * from './account/account';
export * from './ledger';
export * from './fact';

// Orders: accepted with a hold, matched and ended by the market's report
export * from './order/expiry-in-book';
export { type AskedMinimum, isUnbound, type MinimumNonce } from './order/minimum/minimum-nonce';
export * from './order/order-amounts';
export * from './order/place-order';
export { editOrder, type EditOrder } from './order/edit-order';
export { cancelWhereOpen, requestCancel, requestCancelAll, requestCancelVia } from './order/request-cancel';
export * from './order/report-order';
export type { Rebate, Role, Trade } from './trade/trade';
export * from './trade/apply-trade';
export { reverseTrades } from './trade/reverse-trades';
export { settlesOpenTrade } from './trade/settle-trade';
export * from './trade/unsettled-trades';

// Fees
export * from './fees/fee-schedule';
export * from './fees/fee-versions';
export * from './fees/announce-fees';
export * from './fees/tell-fee-tier';
export * from './fees/trade-fees';
export * from './fees/settlement-cost';
export * from './fees/trading-volume';
export type { VolumeBucket } from './fees/volume-bucket';
export * from './fees/choose-rebate';
export * from './fees/free-budget';
export * from './fees/rebate-budget';
export * from './fees/collect-fees';
export * from './fees/move-pool';

// The chain: deposits, withdrawals, exits, settlement, delegates
export * from './chain/chain-fact';
export * from './chain/contract-parameters';
export * from './chain/apply-chain-fact';
export * from './funds/sign-withdrawal';
export * from './funds/submit-withdrawal';
export * from './funds/announce-deposit';
export * from './chain/pass-block-time';
export * from './chain/note-transaction';

// Who may act, and what the operator sets
export * from './account/directory';
export * from './delegate/announce-delegate';
export * from './delegate/remove-delegate';
export * from './order/cancel-signed-order';
export * from './order/minimum/request-minimum-nonce';
export { awaitsSettlement, type OrdersPart } from './chain/cosign-when-settled';
export * from './account/login-nonce';
export * from './account/market-transitions';
export * from './account/operate-account';

export * from './audit';
