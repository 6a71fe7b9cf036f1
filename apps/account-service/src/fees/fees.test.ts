import { afterEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { amount, present } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { MemoryDatabase } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { alice, aliceAddress, bob, bobAddress, ETH, ONE } from '../../test/account-world.fixture';
import { volumeBucketTable } from '../persistence/tables/fee-tables';
import { FeeWorld } from '../../test/fees/fee-world.fixture';

const HOUR_MS = 3_600_000;
const collector = new Wallet(`0x${'c3'.repeat(32)}`);

let fees: FeeWorld;
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

async function tierOf(key: Wallet) {
  const { world } = fees;
  const account = key === alice ? aliceAddress : bobAddress;
  const reply = await world.askFor(account, accountQueries.feeTierQuery, { grant: await world.grantOf(key) });
  if (!reply.ok) throw new Error(reply.message);
  return reply.value.feeTier;
}

const toldTiers = (account = aliceAddress) =>
  fees.world.factsFor(account).flatMap((fact) => (fact.kind === 'feeTier' ? [fact.feeTier] : []));

describe('the 30-day volume', () => {
  it('of both sides is the quote amount at the rate of the trade, shown at once', async () => {
    fees = await FeeWorld.open();
    await fees.rate('ETH', '0.005');
    await fees.trade('sell', 3n);
    await fees.rate('ETH', '0.004');
    await fees.trade('buy', 1n);
    for (const key of [alice, bob])
      expect(await tierOf(key)).toMatchObject({ volume: '3.8', takerPpm: 2500 });
    const login = await fees.world.login(alice);
    expect(login.ok && login.value.feeTier.volume).toBe('3.8');
  });

  it('counts at the last known rate when none is fresh, after a restart too, and not before any', async () => {
    fees = await FeeWorld.open();
    await fees.trade('sell', 1n);
    expect(await tierOf(alice)).toMatchObject({ volume: '0' });
    await fees.rate('ETH', '0.005');
    await fees.rate('ETH', null);
    await fees.trade('sell', 1n);
    expect(await tierOf(alice)).toMatchObject({ volume: '1' });
    await fees.world.restart();
    await fees.trade('sell', 1n);
    expect(await tierOf(alice)).toMatchObject({ volume: '2' });
  });

  it('changes the tier with the next hour, which is told and holds for the next order', async () => {
    fees = await FeeWorld.open();
    await fees.rate('ETH', '0.005');
    await fees.trade('sell', 100n);
    await fees.tick();
    expect(await tierOf(alice)).toEqual({ volume: '100', makerPpm: 0, takerPpm: 2500 });
    expect(toldTiers()).toEqual([]);
    await fees.world.clock.advance(HOUR_MS);
    await fees.tick();
    const tier = { volume: '100', makerPpm: -200, takerPpm: 2000 };
    expect(toldTiers()).toEqual([tier]);
    expect(toldTiers(bobAddress)).toEqual([tier]);
    expect((await fees.place(alice, 'sell', 1n)).fees).toMatchObject({ makerPpm: -200, takerPpm: 2000 });
    await fees.tick();
    expect(toldTiers()).toEqual([tier]);
  });

  it('forgets what is older than 30 days to the hour, and its rows', async () => {
    fees = await FeeWorld.open();
    await fees.rate('ETH', '0.005');
    await fees.trade('sell', 100n);
    await fees.later(HOUR_MS);
    await fees.tick();
    await fees.trade('sell', 1n);
    const database = new MemoryDatabase(fees.world.store);
    const rows = async () =>
      (await database.find(volumeBucketTable, { where: { account: aliceAddress } })).map(
        ({ volume }) => volume,
      );
    expect(await rows()).toEqual([100n * ONE, ONE]);
    await fees.later(719 * HOUR_MS);
    await fees.tick();
    expect(await tierOf(alice)).toEqual({ volume: '101', makerPpm: -200, takerPpm: 2000 });
    await fees.later(HOUR_MS);
    await fees.tick();
    expect(await tierOf(alice)).toEqual({ volume: '1', makerPpm: 0, takerPpm: 2500 });
    expect(toldTiers().at(-1)).toEqual({ volume: '1', makerPpm: 0, takerPpm: 2500 });
    expect(await rows()).toEqual([ONE]);
    await fees.later(HOUR_MS);
    await fees.tick();
    expect([await tierOf(alice), await rows()]).toMatchObject([{ volume: '0' }, []]);
  });
});

describe('the settlement fee', () => {
  const policy = { ...DEFAULT_POLICY, settlementGas: 100_000 };

  it('is the gas of a trade in the bought token, fixed when the order is accepted', async () => {
    fees = await FeeWorld.open(policy);
    await fees.rate('ETH', '0.005');
    await fees.gasPrice(20n * 10n ** 9n);
    const sell = await fees.place(alice, 'sell', 1n);
    expect(sell.fees.settlementFee).toBe((4n * ONE) / 10n);
    const buy = await fees.place(bob, 'buy', 1n);
    expect(buy.fees.settlementFee).toBe(ONE / 500n);
    const { taker, maker } = await fees.trade('sell', 100n);
    expect(taker.fee).toBe((100n * ONE * 25n) / 10_000n + ONE / 500n);
    expect(maker.fee).toBe(0n);
  });

  it('is nothing while gas price or rate aren’t known, or when it is switched off', async () => {
    fees = await FeeWorld.open(policy);
    expect((await fees.place(alice, 'sell', 1n)).fees.settlementFee).toBe(0n);
    await fees.gasPrice(20n * 10n ** 9n);
    expect((await fees.place(alice, 'sell', 1n)).fees.settlementFee).toBe(0n);
    expect((await fees.place(bob, 'buy', 1n)).fees.settlementFee).toBe(ONE / 500n);
    await fees.world.stop();
    fees = await FeeWorld.open();
    await fees.gasPrice(20n * 10n ** 9n);
    expect((await fees.place(bob, 'buy', 1n)).fees.settlementFee).toBe(0n);
  });
});

describe('the fee collector', () => {
  it('withdraws what was collected and settled, and places no orders', async () => {
    fees = await FeeWorld.open();
    const { world } = fees;
    const account = collector.address.toLowerCase();
    await world.mine([{ kind: 'parameter', name: 'feeCollector', value: account }]);
    const trade = await fees.trade('sell', 4n);
    const grant = await world.grantOf(collector);
    const address = present([account as typeof aliceAddress][0], 'collector');
    const withdraw = (value: bigint) =>
      world.askFor(address, accountCommands.signWithdrawal, {
        ...{ grant, origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 } },
        ...{ deadline: world.deadline, token: ETH, amount: amount(value) },
      });
    const fee = trade.taker.fee;
    expect(fee).toBe(ONE / 100n);
    expect(await withdraw(fee)).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      message: '0 ETH usable and 0 ETH of fees free, 0.01 ETH needed',
    });
    await fees.settle(trade);
    expect(await withdraw(fee + 1n)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await world.restart();
    expect(await withdraw(fee)).toMatchObject({ ok: true });
    expect(await withdraw(1n)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(world.factsFor(address)).toMatchObject([
      { kind: 'entry', entry: { type: 'deposit', description: 'collected fees', applied: [1, 1, -1] } },
      { kind: 'balance', balance: { token: 'ETH', usable: fee.toString() } },
      { kind: 'entry', entry: { type: 'withdrawal', applied: [0, 1, -1] } },
      { kind: 'balance', balance: { token: 'ETH', usable: '0', settled: fee.toString() } },
    ]);
    await expect(fees.place(collector, 'sell', 1n)).rejects.toThrow('fee collector');
  });
});
