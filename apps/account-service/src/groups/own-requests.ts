import { accountCommands, operatorCommands, type RequestDefinition } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import type { RequestInput } from '@exchange/platform';
import type { AccountGroup } from './account-group';

/** Sent to the wrong partition, by somebody with another idea of it: whoever has the right one can be asked. */
export const NOT_OURS = reject('UNAVAILABLE', 'this account is of another partition; nothing was done');

/** Requests to partition 0, which concern what all accounts share, whosever they are. */
export const ofAllAccounts = (definition: RequestDefinition): boolean => OF_ALL_ACCOUNTS.has(definition);

const { listToken, editToken, listMarket, editMarket } = operatorCommands;
const { setMarketStatus, cancelMarketOrders, pauseWithdrawals, resumeWithdrawals } = operatorCommands;
const OF_ALL_ACCOUNTS: ReadonlySet<unknown> = new Set<unknown>([
  ...[listToken, editToken, listMarket, editMarket],
  ...[setMarketStatus, cancelMarketOrders, pauseWithdrawals, resumeWithdrawals],
  accountCommands.updateUsername,
]);

/** Refuses what is asked of a group about other groups' accounts, or about what is partition 0's. */
export function ownRequest(
  { group }: { readonly group: AccountGroup },
  definition: RequestDefinition,
  { request }: RequestInput<unknown>,
): Result<void> {
  if (group.isWhole) return ok(undefined);
  if (ofAllAccounts(definition)) return group.isHome ? ok(undefined) : NOT_OURS;
  const { account } = request as { account?: Address };
  return account === undefined || group.owns(account) ? ok(undefined) : NOT_OURS;
}
