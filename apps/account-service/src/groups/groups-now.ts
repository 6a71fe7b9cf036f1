import type { operatorCommands, ReplyOf } from '@exchange/contract/bus';
import type { HeldLease, Records } from '@exchange/platform';
import { PROCESS } from './process-lease';
import { storedOwners, storedProcesses } from './stored-groups';

type GroupsNow = ReplyOf<typeof operatorCommands.groupsQuery>;

/** The groups as the database has them, and who holds them by its clock. */
export async function groupsNow(
  records: Records,
  leasesNow: () => Promise<readonly HeldLease[]>,
): Promise<GroupsNow> {
  const [owners, processes, leases] = await Promise.all([
    storedOwners(records),
    storedProcesses(records),
    leasesNow(),
  ]);
  const living = leases.filter(({ leftMs }) => leftMs > 0);
  const groups = [...new Set(owners)].map((name) => ({
    name,
    partitions: owners.flatMap((owner, index) => (owner === name ? [index] : [])),
    process: processes.get(name) ?? '',
    holder: living.find(({ writer }) => writer === name)?.holder ?? null,
  }));
  const names = living.filter(({ writer }) => writer.startsWith(PROCESS)).map(({ holder }) => holder);
  return { groups, processes: names.sort() };
}
