import { accountCommands, accountQueries, settlementNews } from '@exchange/contract/bus';
import { type Address, amount } from '@exchange/core/kernel';
import { MemoryDatabase } from '@exchange/test/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'ethers';
import { alice, aliceAddress, bob, bobAddress, DAI, ONE } from '../test/account-world.fixture';
import { FeeWorld } from '../test/fees/fee-world.fixture';
import { accountTable, balanceTable, poolTable } from './persistence/tables/account-tables';
import { volumeBucketTable } from './persistence/tables/fee-tables';

let fees: FeeWorld;
beforeEach(async () => {
  fees = await FeeWorld.open();
  await fees.rate('ETH', '0.005');
});
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

type Trade = Awaited<ReturnType<FeeWorld['trade']>>;

const reverse = (...trades: Trade[]) =>
  fees.world.settlement({
    kind: 'reversed',
    trades: trades.map(({ maker, taker }) => ({
      tradeId: maker.tradeId,
      maker: maker.account,
      taker: taker.account,
    })),
  });

const rowsOf = async () => {
  const database = new MemoryDatabase(fees.world.store);
  return {
    balances: await database.find(balanceTable),
    owed: await database.find(poolTable, { where: { pool: ['clearing', 'collector', 'shortfall'] } }),
    volumes: await database.find(volumeBucketTable),
    records: (await database.find(accountTable)).map(({ volume, newVolume }) => volume + newVolume),
  };
};

const trace = async (key: Wallet, account: Address, tradeId: number) => {
  const grant = await fees.world.grantOf(key);
  const reply = await fees.world.askFor(account, accountQueries.traceQuery, {
    grant,
    tradeId: tradeId as never,
  });
  return reply.ok ? reply.value.trace.trades[0] : reply;
};

const withdraw = async (units: bigint) => {
  const origin = { gateway: 'ws-1', connection: 1, command: 900 };
  const authority = { grant: await fees.world.grantOf(bob), origin, deadline: fees.world.deadline };
  const wanted = { ...authority, token: DAI, amount: amount(units) };
  return fees.world.askFor(bobAddress, accountCommands.signWithdrawal, wanted);
};

describe('trades that settlement names as reversed', () => {
  it('are undone for both sides with fees and volume, once, also when they are named again after a restart', async () => {
    const before = await rowsOf();
    const trade = await fees.trade('sell', 3n);
    await reverse(trade);
    const after = await rowsOf();
    expect(after.balances).toEqual(before.balances);
    expect(after.owed.every((pool) => pool.amount === 0n)).toBe(true);
    expect(after.volumes.map(({ volume }) => volume)).toEqual([0n, 0n]);
    expect(after.records).toEqual([0n, 0n]);
    await fees.world.stop();
    await fees.world.start();
    await reverse(trade);
    expect(await rowsOf()).toEqual(after);
  });

  it('are judged by no older block than what the ledger knew when they were made, also after a restart', async () => {
    await fees.world.deposit(aliceAddress, DAI, 1n);
    const first = (await fees.trade('sell', 3n)).maker.finalBlock ?? 0;
    expect(first).toBeGreaterThan(0);
    await fees.world.deposit(aliceAddress, DAI, 1n);
    await fees.world.restart();
    expect((await fees.trade('sell', 3n)).taker.finalBlock).toBe(first + 1);
  });

  it('leave the volume of other trades of the same turn and hour', async () => {
    const first = await fees.trade('sell', 3n);
    await fees.trade('sell', 2n);
    const third = await fees.trade('sell', 4n);
    await reverse(third, first);
    expect((await rowsOf()).volumes.map(({ volume }) => volume)).toEqual([2n * ONE, 2n * ONE]);
  });

  it('are told to both sides as canceled entries, and traces show them', async () => {
    const { maker, taker } = await fees.trade('sell', 3n);
    expect(await trace(alice, aliceAddress, maker.tradeId)).not.toHaveProperty('reversed');
    await reverse({ maker, taker });
    for (const account of [aliceAddress, bobAddress]) {
      const entries = fees.world
        .factsFor(account)
        .flatMap((fact) => (fact.kind === 'entry' ? [fact.entry] : []));
      expect(entries.at(-1)).toMatchObject({ type: 'trade', canceled: true, description: 'trade reversed' });
    }
    expect(await trace(bob, bobAddress, maker.tradeId)).toMatchObject({ state: 'matched', reversed: true });
  });

  it('wait for the orders that sell what must be given back', async () => {
    const trade = await fees.trade('sell', 3n);
    const open = await fees.place(bob, 'sell', 1n);
    await reverse(trade);
    expect(fees.world.sentToMarket().at(-1)).toEqual({
      ...{ kind: 'cancel', orderId: open.orderId, account: bobAddress, reason: 'trade_reversed' },
    });
    expect(await withdraw(ONE)).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    const { orderId, account } = open;
    await fees.world.report([{ kind: 'done', orderId, account, reason: 'trade_reversed' }]);
    expect(await withdraw(ONE)).toMatchObject({ ok: true });
  });

  it('may leave a shortfall: the account is frozen until a deposit has paid it, over restarts', async () => {
    const trade = await fees.trade('sell', 3n);
    // All that bob has of the token besides leaves the contract by his exit before the trade fails.
    await fees.world.mine([{ kind: 'exit_requested', account: bobAddress, token: DAI, effectiveAt: 1 }]);
    const units = amount(10_000_000n * ONE);
    const exit = { fee: amount(0n), nonce: 0, by: 'exit', receiver: bobAddress } as const;
    await fees.world.mine([{ kind: 'withdrawn', account: bobAddress, token: DAI, amount: units, ...exit }]);
    await fees.world.stop();
    await fees.world.start();
    expect(await withdraw(ONE)).toMatchObject({
      code: 'ACCOUNT_FROZEN',
      message: expect.stringContaining('600 DAI missing after a reversal'),
    });
    await reverse(trade);
    const [balance] = (await rowsOf()).balances.filter(
      (row) => row.account === bobAddress && row.token === DAI,
    );
    expect(balance).toMatchObject({ settled: 0n, usable: 0n, blocked: 0n, shortfall: 0n, soldUnsettled: 0n });
    expect(await withdraw(ONE)).toMatchObject({ code: 'EXIT_REQUESTED' });
  });

  it('come in a message whose form stays readable', () => {
    expect(settlementNews.examples.at(-1)?.news).toMatchObject([
      { kind: 'reversed', trades: [{ tradeId: 1099511627777 }] },
    ]);
  });
});
