import { afterEach, describe, expect, it } from '@jest/globals';
import { type Address, address, type AlarmCode, amount } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { MemoryDatabase } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { FeeWorld } from '../../test/fees/fee-world.fixture';
import { bob, bobAddress, DAI, ONE } from '../../test/account-world.fixture';
import { balanceTable, poolTable } from '../persistence/tables/account-tables';

const former = address(new Wallet(`0x${'c3'.repeat(32)}`).address);
const next = address(new Wallet(`0x${'c4'.repeat(32)}`).address);
const OPERATION = `0x${'77'.repeat(32)}`;

let fees: FeeWorld;
/** The newest block that was only seen. */
let seen: Awaited<ReturnType<FeeWorld['world']['mine']>>;
afterEach(async () => {
  await fees.world.stop();
  expect(fees.world.fatal).toEqual([]);
});

const parameter = (name: string, value: string) => ({ kind: 'parameter' as const, name, value });
const maxFee = (bps: number) => parameter('maxFeeBps', String(bps));
/** What the taker of 4 ETH pays, in 1/10 000. */
const charged = async () => ((await fees.trade('sell', 4n)).taker.fee * 10_000n) / (4n * ONE);
const alarms = (code: AlarmCode) => fees.world.log.alarms.filter(({ alarm }) => alarm === code);

describe('the contract’s limit of fees', () => {
  it('lowers what is charged from its first sight, after a restart too, and raises it only when final', async () => {
    fees = await FeeWorld.open();
    const { world } = fees;
    expect(await charged()).toBe(25n);
    seen = await world.mine([maxFee(10)], ['seen']);
    expect(await charged()).toBe(10n);
    await world.restart();
    expect(await charged()).toBe(10n);
    await world.tellBlock('undone', ...seen);
    expect(await charged()).toBe(25n);
    await world.mine([maxFee(10)]);
    seen = await world.mine([maxFee(20)], ['seen']);
    expect(await charged()).toBe(10n);
    await world.tellBlock('final', ...seen);
    expect(await charged()).toBe(20n);
  });

  it('counts as soon as a timelock announces it, until that is given up', async () => {
    fees = await FeeWorld.open();
    const { world } = fees;
    seen = await world.mine([parameter(`scheduled.${OPERATION}.0`, 'maxFeeBps=12')], ['seen']);
    expect(await charged()).toBe(12n);
    await world.tellBlock('final', ...seen);
    await world.restart();
    expect(await charged()).toBe(12n);
    seen = await world.mine([parameter(`scheduled.${OPERATION}`, 'ended')], ['seen']);
    expect(await charged()).toBe(12n);
    await world.tellBlock('final', ...seen);
    expect(await charged()).toBe(25n);
  });

  it('leaves the settlement fee what the trade fee doesn’t take', async () => {
    fees = await FeeWorld.open({ ...DEFAULT_POLICY, settlementGas: 100_000 });
    await fees.rate('ETH', '0.005');
    await fees.gasPrice(20n * 10n ** 9n);
    await fees.world.mine([maxFee(27)]);
    expect((await fees.trade('sell', 1n)).taker.fee).toBe((ONE * 27n) / 10_000n);
    await fees.world.mine([maxFee(24)]);
    expect((await fees.trade('sell', 1n)).taker.fee).toBe((ONE * 24n) / 10_000n);
  });
});

describe('a fee collector that changes or leaves', () => {
  const balance = async (account: Address) =>
    (await new MemoryDatabase(fees.world.store).find(balanceTable, { where: { account, token: DAI } }))[0];
  const pool = async () => {
    const rows = await new MemoryDatabase(fees.world.store).find(poolTable, {
      where: { pool: 'collector', bucket: 'settled', token: DAI },
    });
    return rows.reduce((sum, row) => sum + row.amount, 0n);
  };
  const exitOf = (units: bigint) => ({
    ...{ kind: 'withdrawn' as const, account: former, token: DAI, amount: amount(units), fee: amount(0n) },
    ...{ receiver: former, nonce: 0, by: 'exit' as const },
  });

  /** Fees of a trade of 100 ETH are there in DAI. */
  async function collected(): Promise<bigint> {
    fees = await FeeWorld.open();
    await fees.world.mine([parameter('feeCollector', former)]);
    const trade = await fees.trade('buy', 100n);
    await fees.settle(trade);
    return trade.taker.fee;
  }

  it('leaves the former one what was collected when the change is final', async () => {
    const fee = await collected();
    await fees.world.mine([parameter('feeCollector', next)], ['seen']);
    expect(await pool()).toBe(fee);
    await fees.world.mine([parameter('feeCollector', next)]);
    expect(await balance(former)).toMatchObject({ usable: fee, settled: fee });
    expect(await pool()).toBe(0n);
  });

  it('an account that will collect has its orders canceled, and places none', async () => {
    await collected();
    const { world } = fees;
    await fees.place(bob, 'sell', 1n);
    const sent = world.sentToMarket().length;
    seen = await world.mine([parameter(`scheduled.${OPERATION}.0`, `feeCollector=${bobAddress}`)], ['seen']);
    expect(world.sentToMarket().slice(sent)).toMatchObject([{ kind: 'cancel', account: bobAddress }]);
    await expect(fees.place(bob, 'sell', 1n)).rejects.toThrow('fee collector');
    await world.tellBlock('undone', ...seen);
    await fees.place(bob, 'sell', 1n);
  });

  it('takes the fees along in an exit, all or a part of them', async () => {
    const fee = await collected();
    const { world } = fees;
    await world.mine([{ kind: 'exit_requested', account: former, token: DAI, effectiveAt: 1 }]);
    await world.mine([exitOf(5n)]);
    expect(await balance(former)).toMatchObject({ usable: 0n, blocked: fee - 5n, settled: fee - 5n });
    await world.mine([exitOf(fee - 5n)]);
    expect(alarms('exit_exceeds_balance')).toEqual([]);
    expect(await balance(former)).toMatchObject({ usable: 0n, blocked: 0n, settled: 0n });
    expect(await pool()).toBe(0n);
  });

  it('that changes in the middle of its exit leaves the books equal to the contract', async () => {
    const fee = await collected();
    const { world } = fees;
    await world.mine([{ kind: 'exit_requested', account: former, token: DAI, effectiveAt: 1 }]);
    await world.mine([parameter('feeCollector', next)]);
    expect(await balance(former)).toMatchObject({ usable: 0n, blocked: fee, settled: fee });
    await world.mine([exitOf(fee)]);
    expect(await balance(former)).toMatchObject({ blocked: 0n, settled: 0n });
    expect(alarms('exit_exceeds_balance')).toEqual([]);
  });
});
