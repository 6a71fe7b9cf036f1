import { reject, type Rejection } from '@exchange/core/kernel';
import { type Command, type CommandName, type CommandOf, rightOf } from '@exchange/core/wire';
import { announceDelegate } from './announce-delegate';
import { announceDeposit } from './announce-deposit';
import { authenticate, authenticateDelegate } from './authenticate';
import { authenticateWithSession } from './authenticate-with-session';
import { cancelOnDisconnect } from './cancel-on-disconnect';
import { cancelOrder } from './cancel-order';
import { cancelOrders } from './cancel-orders';
import type { CommandTurn } from './command-turn';
import { editOrder } from './edit-order';
import { getActiveOrderSnapshot } from './get-active-order-snapshot';
import { getBalanceSnapshot } from './get-balance-snapshot';
import { getBarData } from './get-bar-data';
import { getDelegateSnapshot } from './get-delegate-snapshot';
import { getFeeTier } from './get-fee-tier';
import { getHistoricalLedgerEntries } from './get-historical-ledger-entries';
import { getHistoricalOrders } from './get-historical-orders';
import { getHistoricalTrades } from './get-historical-trades';
import { getListed } from './get-listed';
import { getOrderBookSnapshot, getTicker } from './get-market-state';
import { getOrder } from './get-order';
import { getOrderTerms } from './get-order-terms';
import { getTokenInfo } from './get-token-info';
import { getTrace } from './get-trace';
import { getUserFills } from './get-user-fills';
import { getUserTrades } from './get-user-trades';
import { getUsername, updateUsername } from './get-username';
import { logoff } from './logoff';
import { ping } from './ping';
import { placeOrder } from './place-order';
import { postMessage } from './post-message';
import { signDelegationRemoval } from './sign-delegation-removal';
import { signOrderCancellation } from './sign-order-cancellation';
import { signWithdrawal } from './sign-withdrawal';
import { submitWithdrawal } from './submit-withdrawal';
import { subscribe, unSubscribe } from './subscribe';
import { getTOTPSalt, registerTOTPSalt } from './totp-salt';
import { updateDelegateLabel } from './update-delegate-label';
import { withdrawalTransaction } from './withdrawal-transaction';

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
  signWithdrawal,
  getDelegateSnapshot,
  announceDelegate,
  updateDelegateLabel,
  signDelegationRemoval,
  signOrderCancellation,
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
