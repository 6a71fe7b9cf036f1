import { accountCommands, accountQueries, type RequestDefinition } from '@exchange/contract/bus';

/**
 * How a request stands when more is asked for than can be answered in time: `plain` ones are refused; `urgent` ones, which
 * take away risk or money, have room of their own; those of a `login` have waited for their turn already.
 */
export type Urgency = 'plain' | 'urgent' | 'login';

const URGENT: ReadonlySet<RequestDefinition> = new Set<RequestDefinition>([
  accountCommands.cancelOrder,
  accountCommands.cancelOrders,
  accountCommands.cancelOnDisconnect,
  accountCommands.signOrderCancellation,
  accountCommands.signMinimumNonce,
  accountCommands.signDelegationRemoval,
  accountCommands.signWithdrawal,
  accountCommands.submitWithdrawal,
  accountCommands.withdrawalTransaction,
  accountCommands.logoff,
]);

const OF_LOGINS: ReadonlySet<RequestDefinition> = new Set<RequestDefinition>([
  accountCommands.authenticate,
  accountCommands.authenticateSession,
  accountQueries.delegateAccountQuery,
  accountQueries.pendingEntriesAfterQuery,
]);

export const urgencyOf = (definition: RequestDefinition): Urgency => {
  if (URGENT.has(definition)) return 'urgent';
  return OF_LOGINS.has(definition) ? 'login' : 'plain';
};
