import { ledgerControl, ledgerListing } from '@exchange/contract/bus';
import { covers } from '@exchange/platform';
import { inbox } from '../inbox';
import type { AccountGroup } from './account-group';

/**
 * What requests a group takes. All partitions: each definition by itself. Some: whatever is asked of each of them, since
 * partitions times definitions would be thousands.
 */
export const servedBy = (group: AccountGroup): readonly string[] =>
  group.isWhole
    ? inbox.requests
    : group.partitions.flatMap((owner) => [`account.v1.cmd.${owner}.*.*`, `account.v1.query.${owner}.*.*`]);

/** Whether a log subject is a group's own: what all accounts share is partition 0's, the rest is by partition. */
export function writes(group: AccountGroup, subject: string): boolean {
  const isShared = [ledgerControl, ledgerListing].some(({ pattern }) => covers(pattern, subject));
  return isShared ? group.isHome : group.ownsPartition(Number(subject.split('.').at(-1)));
}
