import { describe, expect, it } from '@jest/globals';
import { partition } from '@exchange/core/kernel';
import { upsert } from '@exchange/platform';
import { FakeClock, MemoryDatabase } from '@exchange/test/kit';
import { chainParameterTable } from '../persistence/tables/account-tables';
import { counterTable } from '../persistence/tables/output-tables';
import { groupMap } from './group-map';
import { groupsNow } from './groups-now';
import { GroupMapError, makeGroups } from './stored-groups';

const NO_MESSAGES = { outbox: [] };

/** A database of an earlier release, in which one writer had everything. */
async function olderDatabase() {
  const clock = new FakeClock();
  const database = new MemoryDatabase(undefined, 'main', () => clock.now());
  await database.claimWriter();
  await database.commit({
    changes: [
      upsert(chainParameterTable, [{ name: 'maxFeeBps', value: '100' }]),
      upsert(counterTable, [
        { name: 'block_time', last: 1_700_000_000 },
        { name: 'postings', last: 7 },
      ]),
    ],
    positions: [{ subject: 'market.v1.ETHDAI', seq: 9 }],
    ...NO_MESSAGES,
  });
  const make = (...map: string[]) => makeGroups({ database, clock, instance: 'p' }, groupMap(map));
  return { database, make };
}

describe('groups', () => {
  it('are one without a map, which has what was there', async () => {
    const { database, make } = await olderDatabase();
    const [whole, ...others] = await make();
    expect([whole?.name, whole?.isWhole, others]).toEqual(['main', true, []]);
    expect(await database.positions()).toEqual([{ subject: 'market.v1.ETHDAI', seq: 9 }]);
  });

  it('take partitions with the positions and values of the group that had them', async () => {
    const { database, make } = await olderDatabase();
    const [main, second] = await make('main=0-31@p', 'second=32-63@q');
    expect([main?.isHome, second?.isHome, second?.first]).toEqual([true, false, 32]);
    expect(await database.positions()).toEqual([{ subject: 'market.v1.ETHDAI', seq: 9 }]);
    expect(await database.writing('second', 'apart').positions()).toEqual(await database.positions());
    const values = await database.find(chainParameterTable);
    expect(values.map(({ name, value }) => [name, value])).toEqual([
      ['maxFeeBps', '100'],
      ['second/maxFeeBps', '100'],
    ]);
    const counters = (await database.find(counterTable)).map(({ name }) => name);
    expect(counters).toEqual(['block_time', 'postings', 'second/block_time']);
    const { groups } = await groupsNow(database, () => database.leases());
    expect(groups.map(({ name, process, partitions }) => [name, process, partitions.length])).toEqual([
      ['main', 'p', 32],
      ['second', 'q', 32],
    ]);
    // Without a map it stays so.
    expect((await make()).map(({ name }) => name)).toEqual(['main', 'second']);
    expect((await make())[1]?.ownsPartition(partition(40))).toBe(true);
  });

  it('fence the writer that had the partitions', async () => {
    const { database, make } = await olderDatabase();
    await make('a=0-31', 'b=32-63');
    await expect(
      database.commit({ changes: [], positions: [{ subject: 's', seq: 1 }], ...NO_MESSAGES }),
    ).rejects.toThrow('another process has become the writer');
  });

  it('that exist take no partitions of others, nor does a new one from a group that runs', async () => {
    const { database, make } = await olderDatabase();
    await make('main=0-31', 'second=32-63');
    await expect(make('main=0-63')).rejects.toThrow(GroupMapError);
    await database.writing('second', 'apart').holdLease('q', 60_000);
    await expect(make('main=0-31', 'second=32-47', 'third=48-63')).rejects.toThrow(/while that runs/);
  });
});
