import type { RequestDefinition } from '@exchange/contract/bus';
import { authenticate } from './command/authenticate';
import { authenticateSession } from './command/authenticate-session';
import { cancelOnDisconnect } from './command/cancel-on-disconnect';
import { cancelOrder } from './command/cancel-order';
import { cancelOrders } from './command/cancel-orders';
import { editOrder } from './command/edit-order';
import { logoff } from './command/logoff';
import { placeOrder } from './command/place-order';
import { announceDelegate } from './command/announce-delegate';
import { announceDeposit } from './command/announce-deposit';
import { labelDelegate } from './command/label-delegate';
import { signDelegationRemoval } from './command/sign-delegation-removal';
import { signOrderCancellation } from './command/sign-order-cancellation';
import { submitWithdrawal } from './command/submit-withdrawal';
import { withdrawalTransaction } from './command/withdrawal-transaction';
import { postMessage } from './command/post-message';
import { registerTotpSalt } from './command/register-totp-salt';
import { totpSalt } from './command/totp-salt';
import { updateUsername } from './command/update-username';
import { signsOfLife } from './command/signs-of-life';
import { signWithdrawal } from './command/sign-withdrawal';
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
