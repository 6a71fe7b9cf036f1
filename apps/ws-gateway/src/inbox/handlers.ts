import { reject, type Rejection } from '@exchange/core/kernel';
import { type Command, type CommandName, type CommandOf, rightOf } from '@exchange/core/wire';
import { announceDelegate } from './delegates/announce-delegate';
import { announceDeposit } from './funds/announce-deposit';
import { authenticate, authenticateDelegate } from './login/authenticate';
import { authenticateWithSession } from './login/authenticate-with-session';
import { cancelOnDisconnect } from './orders/cancel-on-disconnect';
import { cancelOrder } from './orders/cancel-order';
import { cancelOrders } from './orders/cancel-orders';
import type { CommandTurn } from './command-turn';
import { editOrder } from './orders/edit-order';
import { getActiveOrderSnapshot } from './orders/get-active-order-snapshot';
import { getBalanceSnapshot } from './funds/get-balance-snapshot';
import { getBarData } from './market/get-bar-data';
import { getDelegateSnapshot } from './delegates/get-delegate-snapshot';
import { getFeeTier } from './funds/get-fee-tier';
import { getSolvencyProof } from './funds/get-solvency-proof';
import { getHistoricalLedgerEntries } from './history/get-historical-ledger-entries';
import { getHistoricalOrders } from './history/get-historical-orders';
import { getHistoricalTrades } from './market/get-historical-trades';
import { getListed } from './market/get-listed';
import { getOrderBookSnapshot, getTicker } from './market/get-market-state';
import { getOrder } from './orders/get-order';
import { getOrderTerms } from './orders/get-order-terms';
import { getTokenInfo } from './market/get-token-info';
import { getTrace } from './history/get-trace';
import { getUserFills } from './history/get-user-fills';
import { getUserTrades } from './history/get-user-trades';
import { getUsername, updateUsername } from './login/get-username';
import { logoff } from './login/logoff';
import { ping } from './ping';
import { placeOrder } from './orders/place-order';
import { postMessage } from './post-message';
import { signDelegationRemoval } from './delegates/sign-delegation-removal';
import { signMinimumNonce } from './orders/sign-minimum-nonce';
import { signOrderCancellation } from './orders/sign-order-cancellation';
import { signWithdrawal } from './funds/sign-withdrawal';
import { submitWithdrawal } from './funds/submit-withdrawal';
import { subscribe, unSubscribe } from './market/subscribe';
import { getTOTPSalt, registerTOTPSalt } from './login/totp-salt';
import { updateDelegateLabel } from './delegates/update-delegate-label';
import { withdrawalTransaction } from './funds/withdrawal-transaction';

/** Carries a command out. A promise says when it is done, for the commands that wait for it. */
type Handler<N extends CommandName> = (command: CommandOf<N>, turn: CommandTurn) => void | Promise<void>;

const HANDLERS: { readonly [N in CommandName]: Handler<N> } = {
  authenticate,
  authenticateDelegate,
  authenticateWithSession,
  logoff,
  ping,
  getListed,
  getFeeTier,
  placeOrder,
  editOrder,
  cancelOrder,
  cancelOrders,
  cancelOnDisconnect,
  getOrder,
  getOrderTerms,
  getActiveOrderSnapshot,
  getBalanceSnapshot,
  getSolvencyProof,
  signWithdrawal,
  getDelegateSnapshot,
  announceDelegate,
  updateDelegateLabel,
  signDelegationRemoval,
  signOrderCancellation,
  signMinimumNonce,
  submitWithdrawal,
  withdrawalTransaction,
  announceDeposit,
  getHistoricalOrders,
  getUserTrades,
  getUserFills,
  getHistoricalLedgerEntries,
  getHistoricalTrades,
  getTrace,
  getUsername,
  updateUsername,
  registerTOTPSalt,
  getTOTPSalt,
  postMessage,
  getTokenInfo,
  getTicker,
  getOrderBookSnapshot,
  getBarData,
  subscribe,
  unSubscribe,
};

/** Applies one command: whether this connection may send it, then its handler. */
export function apply(command: Command, turn: CommandTurn): void | Promise<void> {
  const refusal = withoutRight(command.c, turn);
  if (refusal !== undefined) {
    turn.refuse(refusal);
    return;
  }
  return handlerOf(command.c)(command, turn);
}

function handlerOf(name: CommandName): Handler<CommandName> {
  // Each handler is stored under the name of the only command it takes.
  return HANDLERS[name] as Handler<CommandName>;
}

/** Turns away what account-service would refuse as well. */
function withoutRight(name: CommandName, { connection }: CommandTurn): Rejection | undefined {
  const right = rightOf(name);
  if (right === 'anyone') return undefined;
  if (connection.session === undefined) {
    return reject('NOT_AUTHENTICATED', `${name} needs a login; send authenticate first`);
  }
  if (right === 'ownKey' && connection.session.delegate !== undefined) {
    return reject('DELEGATE_NOT_ALLOWED', `${name} needs a login with the account's own key`);
  }
  return undefined;
}
