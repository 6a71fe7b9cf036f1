import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries, ledgerFees, operatorCommands } from '@exchange/contract/bus';
import {
  address,
  amount,
  marketId,
  PARTITIONS,
  partition,
  partitionOf,
  present,
} from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { parseSignature } from '@exchange/core/order';
import { MemoryDatabase } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import {
  alice,
  aliceAddress,
  type AccountWorld,
  bob,
  bobAddress,
  ETH,
  ONE,
} from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';
import { balanceTable, poolTable, postingTable } from '../persistence/tables/account-tables';
import { lateMarketTable } from '../persistence/tables/listing-tables';
import { AccountGroup } from './account-group';

const collector = new Wallet(`0x${'c3'.repeat(32)}`);
const NAMES = ['main', 'second'];
const all = Array.from({ length: PARTITIONS }, (_, index) => partition(index));
/** Alice is of the one group and bob of the other, and so is the collector. */
const second = [partitionOf(bobAddress)];
const groups = [
  new AccountGroup(
    'main',
    all.filter((index) => !second.includes(index)),
    NAMES,
  ),
  new AccountGroup('second', second, NAMES),
];

let fees: FeeWorld;
let world: AccountWorld;
beforeEach(async () => {
  fees = await FeeWorld.open(undefined, groups);
  ({ world } = fees);
});
afterEach(async () => {
  await world.stop();
  expect(world.fatal).toEqual([]);
});

const rows = () => new MemoryDatabase(world.store);

/** What all postings come to, by token and, of the pools, by pool. */
async function sums(): Promise<{ claims: bigint[]; pools: Record<string, bigint> }> {
  const claims = new Map<string, bigint>();
  for (const { token, bucket, amount: units } of await rows().find(postingTable)) {
    if (['usable', 'held', 'pendingWithdrawal', 'blocked', 'total'].includes(bucket))
      claims.set(token, (claims.get(token) ?? 0n) + units);
  }
  const pools: Record<string, bigint> = {};
  for (const { pool, token, bucket, amount: units } of await rows().find(poolTable)) {
    const key = `${pool} ${token === ETH ? 'ETH' : 'DAI'} ${bucket}`;
    pools[key] = (pools[key] ?? 0n) + units;
  }
  return { claims: [...claims.values()], pools };
}

/** All that is settled in ETH, as the standing check sums it. */
async function settled(): Promise<bigint> {
  const pools = await rows().find(poolTable, { where: { bucket: 'settled', token: ETH } });
  const balances = await rows().find(balanceTable, { where: { token: ETH } });
  return [...pools.map(({ amount: units }) => units), ...balances.map((each) => each.settled)].reduce(
    (sum, units) => sum + units,
    0n,
  );
}

const usable = async (key: Wallet, token: 'ETH' | 'DAI') => {
  const grant = await world.grantOf(key);
  const account = key === alice ? aliceAddress : bobAddress;
  const reply = await world.askFor(account, accountQueries.balancesQuery, { grant });
  return reply.ok ? reply.value.balances.find((balance) => balance.token === token)?.usable : reply;
};

describe('two groups', () => {
  it('post one side of a trade each, once, and both together come to nothing', async () => {
    const before = await sums();
    const { maker, taker } = await fees.trade('sell', 3n);
    await world.restart();
    await fees.settle({ maker, taker });
    expect(await usable(alice, 'DAI')).toBe(String(10_000_600n * ONE));
    expect(await usable(bob, 'DAI')).toBe(String(9_999_400n * ONE));
    const after = await sums();
    expect(after.claims.every((sum) => sum === 0n)).toBe(true);
    expect([after.pools['clearing ETH total'], after.pools['clearing DAI total']]).toEqual([0n, 0n]);
    expect(after.pools['collector ETH settled']).toBe(taker.fee);
    expect(before.pools['collector ETH settled']).toBeUndefined();
    const ids = (await rows().find(postingTable)).map(({ id }) => id);
    expect(ids.some((id) => id > 2 ** 47)).toBe(true);
  });

  it('number what they write by themselves, and refuse what is asked of the wrong one', async () => {
    const grant = await world.grantOf(bob);
    const request = { ...(await world.orderRequest(bob, grant, world.sell())), rebateToken: 'sell' as const };
    const wrong = await world.ask(accountCommands.placeOrder, [partitionOf(aliceAddress), 'ws-1'], request);
    expect(wrong).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await world.askFor(bobAddress, accountCommands.placeOrder, request)).toMatchObject({ ok: true });
    const query = accountQueries.accountSeqsQuery;
    const seqs = await world.ask(query, ['0', 'ws-1'], { accounts: [aliceAddress, bobAddress] });
    expect(seqs).toMatchObject({ value: { seqs: [{ account: aliceAddress }], partitions: { length: 63 } } });
    const listing = { market: marketId('ETHDAI'), status: 'cancel_only' as const };
    const toBob = [partitionOf(bobAddress), 'operator-gateway'];
    expect(
      await world.order(operatorCommands.setMarketStatus, listing, partitionOf(bobAddress)),
    ).toMatchObject({ ok: false });
    // Which groups there are any of them says, also while that of partition 0 is away.
    expect(await world.ask(operatorCommands.groupsQuery, toBob, { living: true })).toMatchObject({
      ok: true,
    });
  });

  it('share the listing by its log', async () => {
    const listing = { market: marketId('ETHDAI'), status: 'cancel_only' as const };
    await world.order(operatorCommands.setMarketStatus, listing);
    await world.quiet();
    await expect(fees.place(bob, 'buy', 1n)).rejects.toThrow('takes no orders');
    await world.order(operatorCommands.setMarketStatus, { ...listing, status: 'open' });
    await world.quiet();
    await fees.place(bob, 'buy', 1n);
  });

  it('keep the listing of the tables while one of them reads the log from its start', async () => {
    expect(world.store.positions.delete('second/ledger.v1.listing')).toBe(true);
    await world.restart();
    await world.quiet();
    await fees.place(bob, 'buy', 1n);
  });

  it('give a name to one account only, whosever it is', async () => {
    const name = async (key: Wallet, account = key === alice ? aliceAddress : bobAddress) => {
      const signature = parseSignature(await key.signMessage('Set username: one'));
      if (!signature.ok) throw new Error(signature.message);
      return world.ask(accountCommands.updateUsername, ['0', 'ws-1'], {
        grant: await world.grantOf(key, account),
        origin: { gateway: 'ws-1', connection: 1, command: 3 },
        deadline: world.deadline,
        username: 'one',
        signature: signature.value,
      });
    };
    expect(await name(bob)).toMatchObject({ ok: true, value: { username: 'one' } });
    expect(await name(alice)).toMatchObject({ code: 'USERNAME_TAKEN' });
    expect(
      await world.ask(accountQueries.namedAccountQuery, ['0', 'ws-1'], { username: 'ONE' }),
    ).toMatchObject({
      value: { account: bobAddress },
    });
  });

  it('stop a market for trades that are late in either, and open it when they are settled', async () => {
    await world.mine([{ kind: 'parameter', name: 'waitingPeriod', value: '800' }]);
    const trade = await fees.trade('sell', 1n);
    await world.tick();
    await world.clock.advance(101_000);
    await world.tick();
    await world.tick();
    expect(await rows().find(lateMarketTable)).toEqual([{ ownerGroup: 'second', market: 'ETHDAI' }]);
    await expect(fees.place(bob, 'buy', 1n)).rejects.toThrow();
    await fees.settle(trade);
    await world.tick();
    await world.tick();
    expect(await rows().find(lateMarketTable)).toEqual([]);
    await fees.place(bob, 'buy', 1n);
  });

  it('bring the fees of the one to the collector of the other once a minute, each once', async () => {
    const account = collector.address.toLowerCase();
    expect(partitionOf(present([account as typeof aliceAddress][0], 'collector'))).not.toBe(second[0]);
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: account }]);
    const trade = await fees.trade('sell', 4n);
    await fees.settle(trade);
    const fee = trade.taker.fee;
    const before = await settled();
    for (let minute = 0; minute < 2; minute += 1) {
      // The log brings them to the other group later: meanwhile they are nobody's, and settled all the same.
      await world.tick();
      expect(await settled()).toBe(before);
      await world.tick();
      expect(await settled()).toBe(before);
      await world.restart();
      await world.clock.advance(60_000);
    }
    const moved = world.broker
      .stream('LEDGER')
      .filter(({ subject }) => subject.startsWith('ledger.v1.fees.'))
      .flatMap(({ data }) => ledgerFees.decode(data).fees);
    expect(moved.map((one) => one.amount)).toEqual([fee]);
    const pools = (await rows().find(poolTable)).filter(
      ({ pool, bucket }) => pool === 'collector' && bucket === 'settled',
    );
    const ofSecond = (is: boolean) =>
      pools
        .filter((pool) => pool.token === ETH && second.includes(partition(pool.partition)) === is)
        .reduce((sum, pool) => sum + pool.amount, 0n);
    expect([ofSecond(true), ofSecond(false)]).toEqual([0n, fee]);
    const { claims, pools: total } = await sums();
    expect(claims.every((sum) => sum === 0n)).toBe(true);
    expect(total['clearing ETH total']).toBe(0n);
    const withdraw = async (units: bigint) =>
      world.askFor(
        present([account as typeof aliceAddress][0], 'collector'),
        accountCommands.signWithdrawal,
        {
          ...{
            grant: await world.grantOf(collector),
            deadline: world.deadline,
            token: ETH,
            amount: amount(units),
          },
          origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 },
        },
      );
    expect(await withdraw(fee + 1n)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await withdraw(fee)).toMatchObject({ ok: true });
  });

  it('share the budget for rebates, and give it back where the admin takes it from', async () => {
    await world.stop();
    const feeSchedule = [{ volume: 0n, makerPpm: -200, takerPpm: 2_500 }];
    fees = await FeeWorld.open({ ...DEFAULT_POLICY, feeSchedule }, groups);
    ({ world } = fees);
    const ofCollector = address(collector.address);
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: ofCollector }]);
    await world.deposit(ofCollector, ETH, 64n * ONE);
    const budget = { token: ETH, amount: amount(64n * ONE) };
    await world.mine([{ kind: 'rebates_funded', ...budget }]);
    const shares = async () => {
      const of = async (is: boolean) =>
        (await rows().find(poolTable))
          .filter(({ pool, bucket, token }) => pool === 'budget' && bucket === 'settled' && token === ETH)
          .filter(({ partition: index }) => second.includes(partition(index)) === is)
          .reduce((sum, pool) => sum + pool.amount, 0n);
      return [await of(true), await of(false)];
    };
    expect(await shares()).toEqual([ONE, 63n * ONE]);
    const trade = await fees.trade('sell', 4n);
    const { rebate } = trade.maker;
    expect(trade.maker).toMatchObject({ rebateToken: 'sell', rebate: (4n * ONE * 200n) / 1_000_000n });
    const value = `rebatesReleased.${ETH}=${(64n * ONE).toString()}`;
    await world.mine([{ kind: 'parameter', name: `scheduled.0x${'77'.repeat(32)}.0`, value }], ['seen']);
    await world.tick();
    await world.tick();
    await world.restart();
    expect(await shares()).toEqual([0n, 64n * ONE]);
    expect((await fees.trade('sell', 4n)).maker).toMatchObject({ rebate: 0n });
    await fees.settle(trade);
    await world.mine([{ kind: 'rebates_released', token: ETH, amount: amount(64n * ONE - rebate) }]);
    expect(await shares()).toEqual([0n, 0n]);
    const { claims, pools } = await sums();
    expect(claims.every((sum) => sum === 0n)).toBe(true);
    expect(pools['clearing ETH total']).toBe(0n);
  });

  it('give all settled fees to the former collector when another comes', async () => {
    const former = collector.address.toLowerCase();
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: former }]);
    const trade = await fees.trade('sell', 4n);
    await fees.settle(trade);
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: `0x${'e7'.repeat(20)}` }]);
    await world.quiet();
    const grant = await world.grantOf(collector);
    const account = present([former as typeof aliceAddress][0], 'collector');
    const reply = await world.askFor(account, accountQueries.balancesQuery, { grant });
    const eth = reply.ok ? reply.value.balances.find(({ token }) => token === 'ETH') : undefined;
    expect(eth?.usable).toBe(String(trade.taker.fee));
    const { claims, pools } = await sums();
    expect(claims.every((sum) => sum === 0n)).toBe(true);
    expect([pools['clearing ETH total'], pools['collector ETH settled']]).toEqual([0n, 0n]);
  });

  it('goes to another process by an operator’s word, which only one that lives can get', async () => {
    const move = (group: string, to: string) =>
      world.order(operatorCommands.moveGroup, { group, to }, second[0]);
    expect(await move('second', 'gone')).toMatchObject({ code: 'INVALID_FIELD' });
    world.store.leases.set('process/other', { holder: 'other', ends: Date.now() + 60_000 });
    expect(await move('main', 'other')).toMatchObject({ code: 'INVALID_FIELD' });
    expect(await move('second', 'other')).toMatchObject({ ok: true });
    await world.quiet();
    expect(world.movedTo).toEqual(['other']);
    expect(
      await world.ask(operatorCommands.groupsQuery, ['0', 'operator-gateway'], { living: true }),
    ).toMatchObject({
      value: { processes: ['other'] },
    });
  });

  it('refuse withdrawals that the operator paused, in every group, also after a restart and until it resumes', async () => {
    const withdraw = async (key: Wallet, account: typeof aliceAddress) => {
      const origin = { gateway: 'ws-1', connection: 1, command: 900 };
      const authority = { grant: await world.grantOf(key), origin, deadline: world.deadline };
      const wish = { ...authority, token: ETH, amount: amount(1n) };
      return world.askFor(account, accountCommands.signWithdrawal, wish);
    };
    const both = async () => [await withdraw(alice, aliceAddress), await withdraw(bob, bobAddress)];
    const { pauseWithdrawals, resumeWithdrawals } = operatorCommands;
    for (const account of [aliceAddress, bobAddress]) await world.deposit(account, ETH, ONE);
    expect(await both()).toMatchObject([{ ok: true }, { ok: true }]);
    const paused = await world.order(pauseWithdrawals, { symbol: 'ETH' });
    expect(paused).toEqual({
      ok: true,
      value: {
        effects: [
          { what: 'withdrawals', of: 'ETH', before: 'taken', after: 'paused' },
          { what: 'withdrawals cosigned and not final, which go on', of: 'ETH', count: 2 },
          { what: 'withdrawals submitted and not final, which go on', of: 'ETH', count: 0 },
        ],
      },
    });
    await world.quiet();
    const refusal = {
      code: 'WITHDRAWALS_PAUSED',
      message: 'withdrawals of ETH are paused by the operator; exits in the contract go on',
    };
    expect(await both()).toMatchObject([refusal, refusal]);
    await world.order(pauseWithdrawals, {});
    await world.quiet();
    await world.restart();
    const all = { code: refusal.code, message: expect.stringMatching(/^withdrawals are paused/) };
    expect(await both()).toMatchObject([all, all]);
    expect(await world.order(resumeWithdrawals, { symbol: 'ETH' })).toMatchObject({
      ...{ code: 'INVALID_FIELD', message: expect.stringContaining('resume all') },
    });
    await world.order(resumeWithdrawals, {});
    await world.quiet();
    expect(await both()).toMatchObject([{ ok: true }, { ok: true }]);
    expect(world.store.table('withdrawal_pause').size).toBe(0);
    expect(await world.order(pauseWithdrawals, { symbol: 'XYZ' })).toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
  });
});
