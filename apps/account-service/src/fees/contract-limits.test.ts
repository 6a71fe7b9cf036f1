import { afterEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { type Address, address, amount } from '@exchange/core/kernel';
import { DEFAULT_POLICY } from '@exchange/core/ledger';
import { MemoryDatabase } from '@exchange/test/kit';
import { Wallet } from 'ethers';
import { FeeWorld } from '../../test/fees/fee-world.fixture';
import { bob, bobAddress, DAI, ONE } from '../../test/account-world.fixture';
import { balanceTable, poolTable } from '../persistence/tables/account-tables';
import { rebateQuotaTable } from '../persistence/tables/output-tables';

const former = address(new Wallet(`0x${'c3'.repeat(32)}`).address);
const next = address(new Wallet(`0x${'c4'.repeat(32)}`).address);
const REBATE = (200n * ONE * 200n) / 1_000_000n;
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
const alarms = (code: string) =>
  fees.world.log.lines.filter(({ fields }) => 'alarm' in fields && fields.alarm === code);

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

describe('a fee collector that changes or leaves while rebates are promised', () => {
  const feeSchedule = [{ volume: 0n, makerPpm: -200, takerPpm: 2000 }];

  const quotas = async () => {
    const rows = await new MemoryDatabase(fees.world.store).find(rebateQuotaTable);
    return rows.map(({ quota, reserved }) => ({ quota, reserved }));
  };
  const wish = () => fees.trade('sell', 1n, 'buy');
  const balance = async (account: Address) =>
    (await new MemoryDatabase(fees.world.store).find(balanceTable, { where: { account, token: DAI } }))[0];
  const pool = async () => {
    const rows = await new MemoryDatabase(fees.world.store).find(poolTable, {
      where: { pool: 'collector', bucket: 'settled', token: DAI },
    });
    return rows.reduce((sum, row) => sum + row.amount, 0n);
  };

  /** Fees of a trade of 100 ETH are there in DAI, and one rebate of DAI is promised to a trade that isn't mined. */
  async function promised() {
    fees = await FeeWorld.open({ ...DEFAULT_POLICY, feeSchedule });
    await fees.world.mine([parameter('feeCollector', former)]);
    const first = await fees.trade('buy', 100n);
    await fees.settle(first);
    const collected = first.taker.fee - first.maker.rebate;
    const trade = await wish();
    expect(trade.maker).toMatchObject({ rebateToken: 'buy', rebate: REBATE });
    await fees.tick();
    return { trade, collected };
  }

  it('nothing more is promised from the first sight of another one, announced or not, until it is undone', async () => {
    await promised();
    const { world } = fees;
    expect((await quotas()).some(({ quota }) => quota > 0n)).toBe(true);
    for (const change of [
      parameter('feeCollector', next),
      parameter(`scheduled.${OPERATION}.0`, `feeCollector=${next}`),
    ]) {
      seen = await world.mine([change], ['seen']);
      expect(await quotas()).toEqual([{ quota: 0n, reserved: REBATE }]);
      expect((await wish()).maker).toMatchObject({ rebateToken: 'sell' });
      await world.restart();
      expect((await wish()).maker).toMatchObject({ rebateToken: 'sell' });
      await world.tellBlock('undone', ...seen);
      const again = await wish();
      expect(again.maker).toMatchObject({ rebateToken: 'buy' });
      await fees.settle(again);
      await fees.tick();
    }
  });

  it('what was collected is the former one’s when the change is final, and the next one owes what was promised', async () => {
    const { trade, collected } = await promised();
    const { world } = fees;
    await world.mine([parameter('feeCollector', next)]);
    expect(await balance(former)).toMatchObject({ usable: collected, settled: collected });
    expect(await pool()).toBe(0n);
    expect(alarms('fee_collector_changed')).toMatchObject([
      { fields: { collector: former, now: next, lacking: { [DAI]: `${REBATE}` } } },
    ]);
    // The operator gives the next one what lacks; its own withdrawal leaves that alone.
    await world.deposit(next, DAI, REBATE + 5n);
    const key = new Wallet(`0x${'c4'.repeat(32)}`);
    const grant = await world.grantOf(key);
    const withdraw = (units: bigint) =>
      world.askFor(next, accountCommands.signWithdrawal, {
        ...{ grant, origin: { gateway: 'ws-1', connection: 1, command: 8, rid: 4 } },
        ...{ deadline: world.deadline, token: DAI, amount: amount(units) },
      });
    expect(await withdraw(6n)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await withdraw(5n)).toMatchObject({ ok: true });
    await fees.settle(trade);
    expect(await quotas()).toEqual([{ quota: 0n, reserved: 0n }]);
    // What the contract holds for it: what it was given, less the rebate.
    expect(((await balance(next))?.settled ?? 0n) + (await pool())).toBe(5n);
    expect((await wish()).maker).toMatchObject({ rebateToken: 'sell' });
  });

  it('an account that will collect has its orders canceled, and places none', async () => {
    await promised();
    const { world } = fees;
    await fees.place(bob, 'sell', 1n);
    const sent = world.sentToMarket().length;
    seen = await world.mine([parameter(`scheduled.${OPERATION}.0`, `feeCollector=${bobAddress}`)], ['seen']);
    expect(world.sentToMarket().slice(sent)).toMatchObject([{ kind: 'cancel', account: bobAddress }]);
    await expect(fees.place(bob, 'sell', 1n)).rejects.toThrow('fee collector');
    await world.tellBlock('undone', ...seen);
    await fees.place(bob, 'sell', 1n);
  });

  it('an exit of the collector takes the fees along, and its token is promised no more from the request on', async () => {
    const { trade, collected } = await promised();
    const { world } = fees;
    const exit = { kind: 'exit_requested', account: former, token: DAI, effectiveAt: 1 } as const;
    await world.mine([exit]);
    expect(await quotas()).toEqual([{ quota: 0n, reserved: REBATE }]);
    await world.restart();
    expect((await wish()).maker).toMatchObject({ rebateToken: 'sell' });
    await world.mine([
      {
        ...{ kind: 'withdrawn', account: former, token: DAI, amount: amount(collected), fee: amount(0n) },
        ...{ receiver: former, nonce: 0, by: 'exit' },
      },
    ]);
    expect(alarms('exit_exceeds_balance')).toEqual([]);
    expect(await balance(former)).toMatchObject({ usable: 0n, blocked: 0n, settled: 0n });
    expect(await pool()).toBe(0n);
    expect(alarms('rebates_not_covered')).toMatchObject([{ fields: { lacking: { [DAI]: `${REBATE}` } } }]);
    await world.mine([{ kind: 'exit_cancelled', account: former, token: DAI }]);
    // Fees come in again, which the rebate is paid from.
    const more = await fees.trade('buy', 100n);
    await fees.settle(more);
    await fees.settle(trade);
    expect((await wish()).maker).toMatchObject({ rebateToken: 'buy' });
  });

  it('a rebate whose trade is reversed is promised no more when the collector is leaving', async () => {
    const { trade } = await promised();
    const { world } = fees;
    await world.mine([{ kind: 'exit_requested', account: former, token: DAI, effectiveAt: 1 }]);
    const { maker, taker } = trade;
    const reversed = { tradeId: maker.tradeId, maker: maker.account, taker: taker.account };
    await world.settlement({ kind: 'reversed', trades: [reversed] });
    expect(await quotas()).toEqual([{ quota: 0n, reserved: 0n }]);
    expect((await wish()).maker).toMatchObject({ rebateToken: 'sell' });
  });

  it('a change in the middle of the former one’s exit leaves the books equal to the contract', async () => {
    const { collected } = await promised();
    const { world } = fees;
    await world.mine([{ kind: 'exit_requested', account: former, token: DAI, effectiveAt: 1 }]);
    await world.mine([parameter('feeCollector', next)]);
    expect(await balance(former)).toMatchObject({ usable: 0n, blocked: collected, settled: collected });
    await world.mine([
      {
        ...{ kind: 'withdrawn', account: former, token: DAI, amount: amount(collected), fee: amount(0n) },
        ...{ receiver: former, nonce: 0, by: 'exit' },
      },
    ]);
    expect(await balance(former)).toMatchObject({ blocked: 0n, settled: 0n });
    expect(alarms('exit_exceeds_balance')).toEqual([]);
  });
});
