import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { address, amount } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { MemoryDatabase } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { DAI, ETH, ONE } from '../../test/account-world.fixture';
import { FeeWorld } from '../../test/fees/fee-world.fixture';
import { balanceTable, poolTable } from '../persistence/tables/account-tables';
import { reservedRebateTable } from '../persistence/tables/output-tables';

const key = new Wallet(`0x${'c3'.repeat(32)}`);
const collector = address(key.address);
/** Of a trade of one ether at 200. */
const [IN_ETH, IN_DAI] = [ONE / 5_000n, (200n * ONE) / 5_000n];

let fees: FeeWorld;
beforeEach(async () => {
  fees = await FeeWorld.open({
    ...DEFAULT_POLICY,
    feeSchedule: [{ volume: 0n, makerPpm: -200, takerPpm: 2000 }],
  });
  await fees.world.mine([{ kind: 'parameter', name: 'feeCollector', value: collector }]);
  await fees.world.deposit(collector, DAI, 100n * ONE);
});
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

const changed = (kind: 'rebates_funded' | 'rebates_released', units: bigint, token = DAI) =>
  ({ kind, token, amount: amount(units) }) as const;
const rows = () => new MemoryDatabase(fees.world.store);
const reserved = async () =>
  (await rows().find(reservedRebateTable)).map(({ token, reserved: units }) => [token, units]);
async function pool(name: 'budget' | 'collector' | 'clearing', token = DAI, bucket = 'settled') {
  const pools = await rows().find(poolTable, { where: { pool: name, bucket, token } });
  return pools.reduce((sum, { amount: units }) => sum + units, 0n);
}
const own = async () => (await rows().find(balanceTable, { where: { account: collector, token: DAI } }))[0];
/** Alice rests, bob takes an ether of hers at 200. */
const paid = async (wanted: 'sell' | 'buy') => (await fees.trade('sell', 1n, wanted)).maker;

describe('rebates', () => {
  it('are 0 until the collector has set a budget aside, and that is final', async () => {
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
    const funded = await fees.world.mine([changed('rebates_funded', IN_DAI)], ['seen']);
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
    await fees.world.tellBlock('final', ...funded);
    expect(await paid('buy')).toMatchObject({ rebate: IN_DAI, rebateToken: 'buy' });
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
  });

  it('of both kinds come from it, in the other token when the chosen one is short, after a restart too', async () => {
    await fees.world.deposit(collector, ETH, ONE);
    await fees.world.mine([changed('rebates_funded', IN_DAI), changed('rebates_funded', IN_ETH, ETH)]);
    const trade = await fees.trade('sell', 1n, 'sell');
    expect(trade.maker).toMatchObject({ rebate: IN_ETH, rebateToken: 'sell' });
    await fees.world.restart();
    expect(await paid('sell')).toMatchObject({ rebate: IN_DAI, rebateToken: 'buy' });
    expect(await paid('sell')).toMatchObject({ rebate: 0n });
    expect(await reserved()).toEqual(
      expect.arrayContaining([
        [ETH, IN_ETH],
        [DAI, IN_DAI],
      ]),
    );
    await fees.settle(trade);
    expect(await reserved()).toEqual(
      expect.arrayContaining([
        [ETH, 0n],
        [DAI, IN_DAI],
      ]),
    );
    expect([await pool('budget', ETH), await pool('collector', ETH)]).toEqual([0n, trade.taker.fee]);
    expect(trade.taker.fee).toBe(ONE / 500n);
  });

  it('of a trade that is reversed may be promised again', async () => {
    await fees.world.mine([changed('rebates_funded', IN_DAI)]);
    const { maker, taker } = await fees.trade('sell', 1n, 'buy');
    const trade = { tradeId: maker.tradeId, maker: maker.account, taker: taker.account };
    await fees.world.settlement({ kind: 'reversed', trades: [trade] });
    expect(await paid('buy')).toMatchObject({ rebate: IN_DAI, rebateToken: 'buy' });
  });

  it('are promised no more from what the admin may take back: scheduled, seen, until it is done or given up', async () => {
    const { world } = fees;
    await world.mine([changed('rebates_funded', 3n * IN_DAI)]);
    const scheduled = {
      ...{ kind: 'parameter' as const, name: `scheduled.0x${'77'.repeat(32)}.0` },
      value: `rebatesReleased.${DAI}=${2n * IN_DAI}`,
    };
    await world.mine([scheduled]);
    expect(await paid('buy')).toMatchObject({ rebate: IN_DAI });
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
    await world.mine([{ ...scheduled, name: `scheduled.0x${'77'.repeat(32)}`, value: 'ended' }]);
    expect(await paid('buy')).toMatchObject({ rebate: IN_DAI });
    const released = await world.mine([changed('rebates_released', IN_DAI)], ['seen']);
    await world.restart();
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
    await world.tellBlock('undone', ...released);
    const again = await world.mine([changed('rebates_released', IN_DAI)], ['seen']);
    await world.tellBlock('final', ...again);
    expect(await paid('buy')).toMatchObject({ rebate: 0n });
    expect([await pool('budget'), await pool('collector'), await pool('clearing', DAI, 'total')]).toEqual([
      ...[2n * IN_DAI, IN_DAI, 0n],
    ]);
  });
});

describe('the collector', () => {
  it('has so much less to withdraw as it set aside: first of the fees, then of its own', async () => {
    const trade = await fees.trade('buy', 1n);
    await fees.settle(trade);
    const fee = trade.taker.fee;
    await fees.world.mine([changed('rebates_funded', fee + 60n * ONE)]);
    expect([await pool('collector'), await pool('budget')]).toEqual([0n, fee + 60n * ONE]);
    expect(await own()).toMatchObject({ usable: 40n * ONE, settled: 40n * ONE });
    const grant = await fees.world.grantOf(key);
    const withdraw = (units: bigint) =>
      fees.world.askFor(collector, accountCommands.signWithdrawal, {
        ...{ grant, origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 } },
        ...{ deadline: fees.world.deadline, token: DAI, amount: amount(units) },
      });
    expect(await withdraw(40n * ONE + 1n)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await withdraw(40n * ONE)).toMatchObject({ ok: true });
    await fees.world.mine([changed('rebates_released', 60n * ONE)]);
    expect(await withdraw(60n * ONE)).toMatchObject({ ok: true });
    expect(await pool('clearing', DAI, 'total')).toBe(0n);
  });
});
