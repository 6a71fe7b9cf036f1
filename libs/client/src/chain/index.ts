/** What an account does at the contract itself: deposits, withdrawals, exits, cancellations, delegates. */
export { callData, type CallValue, type FunctionName } from './call-data';
export { ChainFunds, type ChainFundsOptions, type WithdrawalToSubmit } from './chain-funds';
export type { ExchangePort } from './exchange-steps';
export type { PermitOptions } from './permits';
export { ChainRefusal } from './transactions';
export {
  coSignedWithdrawal,
  delegateRemoval,
  minimumNonce,
  orderCancellation,
  permit,
} from '../signing/consents';
export { delegation } from '../signing/delegation';
export { signConsent, signStatement, type TypedStatement, type TimedStatement } from '../signing/statement';
export { keyWallet, type KeyWallet, type KeyWalletOptions } from './key-wallet';
export { nodeAt, NodeRefusal } from './node';
export { signWithdrawalTerms, withdrawalStatement } from '../signing/withdrawal-statement';
