import { accountQueries, type RequestDefinition } from '@exchange/contract/bus';
import { type CommandName, COMMANDS, isCommandName } from '@exchange/core/wire';

/** The client's command behind requests that don't have its name in kebab-case. */
const COMMAND_OF: Readonly<Record<string, CommandName>> = {
  'cmd.label-delegate': 'updateDelegateLabel',
  'query.order': 'getOrder',
  'query.active-orders': 'getActiveOrderSnapshot',
  'query.balances': 'getBalanceSnapshot',
  'query.delegates': 'getDelegateSnapshot',
  'query.fee-tier': 'getFeeTier',
  'query.active-orders-after': 'getActiveOrderSnapshot',
  'query.pending-entries-after': 'authenticate',
  'query.historical-orders': 'getHistoricalOrders',
  'query.historical-entries': 'getHistoricalLedgerEntries',
  'query.user-trades': 'getUserTrades',
  'query.trace': 'getTrace',
  'query.solvency-salt': 'getSolvencyProof',
  'query.username': 'getUsername',
  'cmd.register-totp-salt': 'registerTOTPSalt',
};

/** Further parts of an answer whose first part was paid for. */
const PAID: readonly string[] = [
  accountQueries.activeOrdersAfterQuery.pattern,
  accountQueries.pendingEntriesAfterQuery.pattern,
];

/** For a request whose command isn't known, which the test beside this file doesn't let happen. */
const DEFAULT_TENTHS = 10;

/** What an account pays for a request, in tenths of a point; a login and what gateways ask for themselves are free. */
export function requestTenths(definition: Pick<RequestDefinition, 'pattern' | 'request'>): number {
  if (!carriesGrant(definition) || PAID.includes(definition.pattern)) return 0;
  const command = commandBehind(definition.pattern);
  return command === undefined ? DEFAULT_TENTHS : COMMANDS[command].tenths;
}

/** Whether a client's logged-in connection is behind the request. */
export const carriesGrant = ({ request }: Pick<RequestDefinition, 'request'>): boolean =>
  'grant' in (request.schema['properties'] ?? {});

/** The client's command behind `account.v1.<cmd|query>.<partition>.<sender>.<kind>`. */
export function commandBehind(pattern: string): CommandName | undefined {
  const tokens = pattern.split('.');
  const kind = tokens.at(-1) ?? '';
  const irregular = COMMAND_OF[`${tokens[2]}.${kind}`];
  if (irregular !== undefined) return irregular;
  const name = kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return isCommandName(name) ? name : undefined;
}
