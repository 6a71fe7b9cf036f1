import { assert, PARTITIONS, type Partition, partition } from '@exchange/core/kernel';
import {
  type Clock,
  type Database,
  MAIN_WRITER,
  operatorHeadTable,
  type Records,
  remove,
  type RowChange,
  upsert,
} from '@exchange/platform';
import { BLOCK_TIME, FINAL_BLOCK, FINAL_BLOCK_BEGUN, FINAL_TIME } from '../accounts/account-book';
import { chainParameterTable, unfinalParameterTable } from '../persistence/tables/account-tables';
import { accountGroupTable, partitionOwnerTable } from '../persistence/tables/group-tables';
import { lateMarketTable } from '../persistence/tables/listing-tables';
import { counterTable } from '../persistence/tables/output-tables';
import { withdrawalPauseTable } from '../persistence/tables/solvency-tables';
import { AccountGroup } from './account-group';
import type { GroupTerms } from './group-map';

/** The writer of the map itself; whoever changes it holds its lease meanwhile. */
const MAP = 'groups';
const LEASE_MS = 10_000;
const TRY_AGAIN_MS = 100;

/** The configuration wants what can't be done to groups that exist, or that run. */
export class GroupMapError extends Error {
  override readonly name = 'GroupMapError';
}

/** Whose each partition is; what nobody wrote down is the first writer's. */
export async function storedOwners(records: Records): Promise<readonly string[]> {
  const rows = await records.find(partitionOwnerTable);
  const owners = Array.from({ length: PARTITIONS }, () => MAIN_WRITER);
  for (const { partition: index, ownerGroup } of rows) owners[index] = ownerGroup;
  return owners;
}

/** The process that each group is meant for. */
export async function storedProcesses(records: Records): Promise<ReadonlyMap<string, string>> {
  const rows = await records.find(accountGroupTable);
  return new Map(rows.map(({ name, process }) => [name, process]));
}

/** The groups that there are. */
async function storedGroups(database: Database): Promise<readonly GroupTerms[]> {
  const [owners, processes] = [await storedOwners(database), await storedProcesses(database)];
  return [...new Set(owners)].map((name) => ({
    name,
    partitions: owners.flatMap((owner, index) => (owner === name ? [partition(index)] : [])),
    process: processes.get(name) ?? '',
  }));
}

/**
 * Makes the groups of the configuration, where the database doesn't have them yet: a new group takes its partitions from
 * one that doesn't run, with its positions and the values it keeps; without any, those that there are. Throws {@link GroupMapError} on anything else.
 */
export async function makeGroups(
  { database, clock, instance }: { database: Database; clock: Clock; instance: string },
  configured: readonly GroupTerms[],
): Promise<readonly AccountGroup[]> {
  const wanted = configured.length > 0 ? configured : await storedGroups(database);
  const all = wanted.map(({ name }) => name);
  const map = database.writing(MAP, 'shared');
  while (await differs(database, wanted)) {
    if (!(await map.holdLease(instance, LEASE_MS))) {
      await clock.sleep(TRY_AGAIN_MS);
      continue;
    }
    try {
      if (await differs(database, wanted)) await change(map, wanted);
    } finally {
      await map.releaseLease(instance);
    }
  }
  return wanted.map(({ name, partitions }) => new AccountGroup(name, partitions, all));
}

async function differs(database: Database, wanted: readonly GroupTerms[]): Promise<boolean> {
  const [owners, processes] = [await storedOwners(database), await storedProcesses(database)];
  if (wanted.some(({ name, process }) => process !== '' && !processes.has(name))) return true;
  return wanted.some(({ name, partitions }) => partitions.some((index) => owners[index] !== name));
}

async function change(map: Database, wanted: readonly GroupTerms[]): Promise<void> {
  const owners = await storedOwners(map);
  const known = await storedProcesses(map);
  for (const { name, partitions } of wanted) {
    const from = new Set(partitions.map((index) => owners[index] ?? MAIN_WRITER));
    if (from.size === 1 && from.has(name)) continue;
    await take(map, name, from, owners);
  }
  const names = new Set(wanted.map(({ name }) => name));
  const gone = [...new Set([...owners, ...known.keys()])].filter((name) => !names.has(name));
  await map.claimWriter();
  await map.commit({
    changes: [
      upsert(
        partitionOwnerTable,
        wanted.flatMap(({ name, partitions }) =>
          partitions.map((index) => ({ partition: index, ownerGroup: name })),
        ),
      ),
      upsert(
        accountGroupTable,
        wanted.map(({ name, process }) => ({ name, process: known.get(name) ?? process })),
      ),
      remove(
        accountGroupTable,
        gone.map((name) => ({ name })),
      ),
      ...(await lateMarketsOf(map, gone)),
    ],
    positions: [],
    outbox: [],
  });
}

/** Copies what the former group keeps for itself; whose the partitions are is written last, so that it can be begun again. */
async function take(
  map: Database,
  name: string,
  from: ReadonlySet<string>,
  owners: readonly string[],
): Promise<void> {
  const [former, ...others] = [...from];
  assert(former !== undefined, 'a group has partitions');
  if (others.length > 0 || owners.includes(name)) {
    throw new GroupMapError(
      `group ${name} can't take partitions of ${[...from].filter((one) => one !== name).join(' and ')}: only a new group ` +
        'can, and of one group; give it another name in ACCOUNT_GROUPS, or let the map be as it was',
    );
  }
  if (await map.isLeased(former)) {
    throw new GroupMapError(
      `group ${name} can't take partitions of ${former} while that runs with another map: end all processes first`,
    );
  }
  const giver = map.writing(former, 'apart');
  // Fences whoever was only asleep, or is of a release without leases.
  await giver.claimWriter();
  const taker = map.writing(name, 'apart');
  await taker.claimWriter();
  const changes = await ownRows(
    map,
    new AccountGroup(former, NO_PARTITIONS, []),
    new AccountGroup(name, NO_PARTITIONS, []),
  );
  await taker.commit({ changes, positions: await giver.positions(), outbox: [] });
}

const NO_PARTITIONS: readonly Partition[] = [partition(0)];

/** What one group keeps for itself, as rows of another. */
async function ownRows(database: Database, from: AccountGroup, to: AccountGroup): Promise<RowChange[]> {
  const names = [BLOCK_TIME, FINAL_BLOCK, FINAL_BLOCK_BEGUN, FINAL_TIME].map((name) => from.key(name));
  const counters = await database.find(counterTable, { where: { name: names } });
  const values = await database.find(chainParameterTable);
  const unfinal = await database.find(unfinalParameterTable);
  const pauses = await database.find(withdrawalPauseTable);
  const heads = await database.find(operatorHeadTable, { where: { ownerGroup: from.name } });
  const renamed = <R extends object>(rows: readonly R[], key: keyof R & string): R[] =>
    rows.flatMap((row) => {
      const name = from.nameIn(String(row[key]));
      return name === undefined ? [] : [{ ...row, [key]: to.key(name) }];
    });
  return [
    upsert(counterTable, renamed(counters, 'name')),
    upsert(chainParameterTable, renamed(values, 'name')),
    upsert(unfinalParameterTable, renamed(unfinal, 'place')),
    upsert(withdrawalPauseTable, renamed(pauses, 'name')),
    upsert(
      operatorHeadTable,
      heads.map((head) => ({ ...head, ownerGroup: to.name })),
    ),
  ];
}

async function lateMarketsOf(database: Database, groups: readonly string[]): Promise<RowChange[]> {
  if (groups.length === 0) return [];
  const rows = await database.find(lateMarketTable, { where: { ownerGroup: groups } });
  return [remove(lateMarketTable, rows)];
}
