import { accountQueries, ledgerListing, operatorCommands } from '@exchange/contract/bus';
import { PARTITIONS, partition, partitionOf } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { MemoryDatabase } from '@exchange/test/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  alice,
  aliceAddress,
  type AccountWorld,
  bob,
  bobAddress,
  ONE,
} from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';
import { AccountGroup } from '../groups/account-group';
import { feeStartTable, feeVersionTable } from '../persistence/tables/fee-tables';
import { orderTable, userTradeTable } from '../persistence/tables/order-tables';

const NOTICE_SECONDS = 20;
const policy = { ...DEFAULT_POLICY, feeNoticeSeconds: NOTICE_SECONDS };
const rows = [
  { volume: 0n, makerPpm: 100, takerPpm: 2_000 },
  { volume: 500n * ONE, makerPpm: -100, takerPpm: 1_000 },
];

const NAMES = ['main', 'second'];
const all = Array.from({ length: PARTITIONS }, (_, index) => partition(index));
const second = [partitionOf(bobAddress)];
const first = all.filter((index) => !second.includes(index));
/** Alice is of the one group and bob of the other. */
const groups = [new AccountGroup('main', first, NAMES), new AccountGroup('second', second, NAMES)];

let fees: FeeWorld;
let world: AccountWorld;
beforeEach(async () => {
  fees = await FeeWorld.open(policy, groups);
  ({ world } = fees);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const { announceFees } = operatorCommands;
const soonest = () => world.clock.now() + NOTICE_SECONDS * 1_000;
const announce = (wish: object = {}, to = 0) =>
  world.order(announceFees, { rows, startsAt: soonest(), ...wish }, to);
const stored = () => new MemoryDatabase(world.store);
const listed = () => {
  const entries = world.broker.stream('LEDGER').filter(({ subject }) => subject === ledgerListing.pattern);
  return entries.map(({ data }) => ledgerListing.decode(data).fees).at(-1);
};
/** Of each notice once: a restart sends the newest again. */
const tiersTold = () => {
  const mine = world.notices.filter(({ account }) => account === aliceAddress);
  const facts = [...new Map(mine.map(({ seq, items }) => [seq, items])).values()].flat();
  return facts.flatMap((item) => item.facts).flatMap((fact) => ('feeTier' in fact ? [fact.feeTier] : []));
};

async function start(): Promise<void> {
  expect(await announce()).toMatchObject({ ok: true });
  await world.quiet();
  await world.clock.advance(NOTICE_SECONDS * 1_000);
  await world.tick();
}

describe('announced fees', () => {
  it('are told in numbers by a dry run, which changes nothing', async () => {
    await fees.place(alice, 'sell', 4n);
    const before = 'maker 0 ppm, taker 2500 ppm';
    const at = new Date(soonest()).toISOString();
    const wish = { rows, startsAt: soonest() };
    expect(await world.ask(announceFees, ['0', 'operator-gateway'], wish)).toEqual({
      ok: true,
      value: {
        effects: [
          { what: 'fees', before: 'version 1', after: `version 2 from ${at}` },
          { what: 'fee tier', of: 'from 0 ETH', before, after: 'maker 100 ppm, taker 2000 ppm' },
          { what: 'accounts', of: 'from 0 ETH', count: 2 },
          {
            ...{ what: 'fee tier', of: 'from 100 ETH', before: 'maker -200 ppm, taker 2000 ppm' },
            after: 'maker 100 ppm, taker 2000 ppm',
          },
          { what: 'accounts', of: 'from 100 ETH', count: 0 },
          {
            ...{ what: 'fee tier', of: 'from 500 ETH', before: 'maker -200 ppm, taker 2000 ppm' },
            after: 'maker -100 ppm, taker 1000 ppm',
          },
          { what: 'accounts', of: 'from 500 ETH', count: 0 },
          {
            ...{ what: 'fee tier', of: 'from 1000 ETH', before: 'maker -500 ppm, taker 1500 ppm' },
            after: 'maker -100 ppm, taker 1000 ppm',
          },
          { what: 'accounts', of: 'from 1000 ETH', count: 0 },
          { what: 'open orders, which keep their rates until they are edited', count: 1 },
        ],
      },
    });
    expect(listed()).not.toHaveProperty('next');
    expect(await stored().find(feeVersionTable)).toHaveLength(1);
  });

  it('hold for what is accepted from their start on, in every group, and not before', async () => {
    const resting = await fees.place(alice, 'sell', 4n);
    expect(resting.fees).not.toHaveProperty('version');
    expect(await announce()).toMatchObject({ ok: true });
    await world.quiet();
    expect(listed()).toMatchObject({ current: { version: 1 }, next: { version: 2, rows } });
    await world.clock.advance(NOTICE_SECONDS * 1_000 - 1);
    await world.tick();
    expect((await fees.place(bob, 'sell', 4n)).fees).toMatchObject({ takerPpm: 2_500 });
    await world.clock.advance(1);
    await world.tick();
    for (const key of [alice, bob]) {
      expect((await fees.place(key, 'sell', 4n)).fees).toMatchObject({ takerPpm: 2_000, version: 2 });
    }
    expect(listed()).toEqual({ current: expect.objectContaining({ version: 2, rows }) });
    const orders = await stored().find(orderTable, { order: [['id', 'asc']] });
    const versions = orders.map(({ fees: of }) => (of as { version?: number }).version);
    expect(versions.filter((version) => version === 2)).toHaveLength(2);
    expect(versions.filter((version) => version === undefined)).toHaveLength(2);
  });

  it('are charged as the orders of a trade were accepted, and each side says by which rate', async () => {
    const old = await fees.place(alice, 'sell', 4n);
    expect(old.fees.makerPpm).toBe(0);
    await start();
    const { maker, taker } = await fees.trade('sell', 4n);
    expect(maker.fee).toBe((800n * ONE * 100n) / 1_000_000n);
    expect(taker.fee).toBe((4n * ONE * 2_000n) / 1_000_000n);
    const sides = await stored().find(userTradeTable);
    expect(sides).toHaveLength(2);
    expect(sides).toContainEqual(
      expect.objectContaining({ role: 'maker', feePpm: 100, feeVersion: 2, feeCapBps: null }),
    );
    expect(sides).toContainEqual(
      expect.objectContaining({ role: 'taker', feePpm: 2_000, feeVersion: 2, feeCapBps: null }),
    );
  });

  it('leave on record the turn and the order from which on they hold, partition by partition', async () => {
    await fees.place(alice, 'sell', 4n);
    await start();
    const startedAt = world.clock.now();
    await fees.place(alice, 'sell', 4n);
    const starts = await stored().find(feeStartTable, { where: { version: 2 } });
    expect(starts).toHaveLength(PARTITIONS);
    const of = (account: typeof aliceAddress) => starts.find((row) => row.partition === partitionOf(account));
    expect(of(aliceAddress)).toMatchObject({ at: startedAt, ordersBefore: 1 });
    expect(of(bobAddress)).toMatchObject({ ordersBefore: 0 });
  });

  it('start at their time also while the group that took them was away, and hold after a restart', async () => {
    await announce();
    await world.quiet();
    await world.stop();
    await world.clock.advance(NOTICE_SECONDS * 1_000);
    await world.start();
    await world.tick();
    for (const key of [alice, bob]) {
      expect((await fees.place(key, 'sell', 4n)).fees).toMatchObject({ version: 2 });
    }
    await world.restart();
    expect((await fees.place(alice, 'sell', 4n)).fees).toMatchObject({ version: 2 });
    expect(await stored().find(feeStartTable, { where: { version: 2 } })).toHaveLength(PARTITIONS);
  });

  it('are told to a connected account once, with its new tier', async () => {
    await start();
    const ask = () =>
      world.askFor(aliceAddress, accountQueries.accountSeqsQuery, { accounts: [aliceAddress, bobAddress] });
    await ask();
    await ask();
    await world.quiet();
    expect(tiersTold()).toEqual([{ volume: '0', makerPpm: 100, takerPpm: 2_000 }]);
    await world.restart();
    await ask();
    await world.quiet();
    expect(tiersTold()).toHaveLength(1);
    const grant = await world.grantOf(alice);
    expect(await world.askFor(aliceAddress, accountQueries.feeTierQuery, { grant })).toMatchObject({
      value: { feeTier: { makerPpm: 100, takerPpm: 2_000 } },
    });
  });

  it('replace what was announced and hasn’t started', async () => {
    await announce();
    const others = [{ volume: 0n, makerPpm: 0, takerPpm: 300 }];
    expect(await announce({ rows: others })).toMatchObject({
      value: { effects: expect.arrayContaining([expect.objectContaining({ after: 'never start' })]) },
    });
    await world.quiet();
    await world.restart();
    await world.clock.advance(NOTICE_SECONDS * 1_000);
    await world.tick();
    expect((await fees.place(alice, 'sell', 4n)).fees).toMatchObject({ takerPpm: 300, version: 3 });
    expect(await stored().find(feeVersionTable, { where: { replaced: true } })).toMatchObject([
      { version: 2 },
    ]);
  });

  it('are refused when they can’t hold, by whatever limit of the contract holds or may come', async () => {
    expect(await announce({ startsAt: soonest() - 1 })).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await announce({}, second[0])).toMatchObject({
      message: 'fees are announced to partition 0',
    });
    const value = 'maxFeeBps=19';
    await world.mine([{ kind: 'parameter', name: `scheduled.0x${'77'.repeat(32)}.0`, value }], ['seen']);
    await world.quiet();
    expect(await announce()).toMatchObject({
      message: 'rows are wrong: 0:100:2000: no fee may exceed 1900 ppm',
    });
    expect(listed()).not.toHaveProperty('next');
  });
});
