/** What an account does at the contract itself: deposits, withdrawals, exits, cancellations, delegates. */
export { callData, type CallValue, type FunctionName } from './call-data';
export { ChainFunds, type ChainFundsOptions, ChainRefusal } from './chain-funds';
export {
  coSignedWithdrawal,
  delegateRemoval,
  minimumNonce,
  orderCancellation,
  permit,
} from '../signing/consents';
export { delegation } from '../signing/delegation';
export { signConsent, signStatement, type Statement, type TimedStatement } from '../signing/statement';
export { keyWallet, type KeyWallet, type KeyWalletOptions } from './key-wallet';
export { nodeAt, NodeRefusal } from './node';
