import type { RequestDefinition } from '@exchange/contract/bus';
import { authenticate } from './command/login/authenticate';
import { authenticateSession } from './command/login/authenticate-session';
import { cancelOnDisconnect } from './command/orders/cancel-on-disconnect';
import { cancelOrder } from './command/orders/cancel-order';
import { cancelOrders } from './command/orders/cancel-orders';
import { editOrder } from './command/orders/edit-order';
import { logoff } from './command/login/logoff';
import { placeOrder } from './command/orders/place-order';
import { announceDelegate } from './command/delegates/announce-delegate';
import { announceDeposit } from './command/funds/announce-deposit';
import { labelDelegate } from './command/delegates/label-delegate';
import { signDelegationRemoval } from './command/delegates/sign-delegation-removal';
import { signOrderCancellation } from './command/orders/sign-order-cancellation';
import { submitWithdrawal } from './command/funds/submit-withdrawal';
import { withdrawalTransaction } from './command/funds/withdrawal-transaction';
import { postMessage } from './command/post-message';
import { registerTotpSalt } from './command/login/register-totp-salt';
import { totpSalt } from './command/login/totp-salt';
import { updateUsername } from './command/login/update-username';
import { signsOfLife } from './command/orders/signs-of-life';
import { signWithdrawal } from './command/funds/sign-withdrawal';
import { chainBlockInbox } from './log/chain-block';
import { marketReportInbox } from './log/market-report';
import { settlementNewsInbox } from './log/settlement-news';
import type { LogHandler } from './log-handler';
import { editMarket } from './operator/edit-market';
import { editToken } from './operator/edit-token';
import { listMarket } from './operator/list-market';
import { listToken } from './operator/list-token';
import { setAccountLimits } from './operator/set-account-limits';
import { setMarketStatus } from './operator/set-market-status';
import { accountSeqsQuery } from './query/account-seqs';
import {
  activeOrdersAfterQuery,
  activeOrdersQuery,
  balancesQuery,
  delegatesQuery,
  feeTierQuery,
} from './query/account-state';
import { delegateAccountQuery } from './query/delegate-account';
import { historicalEntriesQuery, historicalOrdersQuery, userTradesQuery } from './query/history';
import { noticesAfterQuery } from './query/notices-after';
import { orderQuery } from './query/order';
import { traceQuery } from './query/trace';
import { usernameQuery } from './query/username';
import type { RequestHandler } from './request-handler';

/** A handler whose types are fixed by its own file; the table below only finds it by subject. */
type AnyRequestHandler = RequestHandler<RequestDefinition, unknown>;
type AnyLogHandler = LogHandler<unknown>;

const requestHandlers = [
  authenticate,
  authenticateSession,
  logoff,
  placeOrder,
  editOrder,
  cancelOrder,
  cancelOrders,
  cancelOnDisconnect,
  signsOfLife,
  signWithdrawal,
  withdrawalTransaction,
  submitWithdrawal,
  signOrderCancellation,
  signDelegationRemoval,
  labelDelegate,
  announceDeposit,
  announceDelegate,
  updateUsername,
  registerTotpSalt,
  totpSalt,
  postMessage,
  listToken,
  listMarket,
  editToken,
  editMarket,
  setMarketStatus,
  setAccountLimits,
  orderQuery,
  activeOrdersQuery,
  activeOrdersAfterQuery,
  historicalOrdersQuery,
  userTradesQuery,
  historicalEntriesQuery,
  traceQuery,
  usernameQuery,
  balancesQuery,
  delegatesQuery,
  feeTierQuery,
  noticesAfterQuery,
  accountSeqsQuery,
  delegateAccountQuery,
] as unknown as AnyRequestHandler[];

const logHandlers = [marketReportInbox, chainBlockInbox, settlementNewsInbox] as AnyLogHandler[];

/** `cmd.place-order`, `query.order`: what tells requests to this service apart. */
const requestKind = (subject: string): string => {
  const tokens = subject.split('.');
  return `${tokens[2]}.${tokens.at(-1)}`;
};

const requestsByKind = new Map(
  requestHandlers.map((handler) => [requestKind(handler.definition.pattern), handler]),
);

export const requestHandlerOf = (subject: string): AnyRequestHandler | undefined =>
  requestsByKind.get(requestKind(subject));

export const logHandlerOf = (subject: string): AnyLogHandler | undefined =>
  logHandlers.find(({ definition }) => subject.startsWith(definition.pattern.replace(/\*.*$/, '')));
