import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hash, present } from '@exchange/core/kernel';
import { Transaction } from 'ethers';
import { settledFact } from '../test/memory-exchange.fixture';
import { account, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';

const GWEI = 1_000_000_000n;
const MARKET = 3n * GWEI;
const [a, b] = [account('0a'), account('0b')];
let world: SettlementWorld;
let height = 1;

beforeEach(async () => {
  world = new SettlementWorld();
  height = 1;
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

const trade = async (id: number) => world.trade(id, { account: a, seq: id }, { account: b, seq: id });
const offers = (raws: readonly string[]) => raws.map((raw) => Transaction.from(raw).maxFeePerGas);
const lastOffer = () => offers(world.chain.received).at(-1);

/** A block that is final at once, and a round. */
async function pass(milliseconds: number): Promise<void> {
  await world.clock.advance(milliseconds);
  await world.tell(world.chain.mine(), world.chain.final((height += 1)));
  await world.round();
}

async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await pass(60_000);
}

describe('a settler that can not pay', () => {
  it('settles at the price of the market as soon as it can, after 70 minutes and a restart', async () => {
    await trade(1);
    world.chain.funds = 0n;
    await passMinutes(40);
    await world.restart();
    await passMinutes(30);
    expect(world.chain.taken).toEqual([]);
    expect(new Set(offers(world.chain.received))).toEqual(new Set([MARKET]));
    expect(world.news()).toEqual([]);
    world.chain.funds = 10n ** 18n;
    await pass(2_000);
    await pass(2_000);
    expect(offers(world.chain.taken)).toEqual([MARKET]);
    expect(world.stages()).toEqual({});
    expect(world.chain.settledIds()).toEqual([1]);
    await trade(2);
    await pass(2_000);
    expect(lastOffer()).toBe(MARKET);
    expect(new Set(world.alarms())).toEqual(new Set(['settler_low', 'settler_unfunded']));
  });

  it('offers what the market asks then, when prices fell or rose meanwhile', async () => {
    await trade(1);
    world.chain.funds = 0n;
    await passMinutes(5);
    world.chain.price = { baseFee: 20n * GWEI, tip: 2n * GWEI };
    await passMinutes(2);
    expect(lastOffer()).toBe(42n * GWEI);
    world.chain.price = { baseFee: GWEI / 2n, tip: GWEI };
    await passMinutes(2);
    expect(lastOffer()).toBe(2n * GWEI);
  });

  it('signs no further batches, and sends what it has in the order of nonces', async () => {
    world.chain.funds = 0n;
    for (let id = 1; id <= 12; id += 1) await trade(id);
    await passMinutes(1);
    expect(new Set(world.chain.received).size).toBe(1);
    world.chain.funds = 10n ** 18n;
    await pass(2_000);
    expect(world.chain.taken.map((raw) => Transaction.from(raw).nonce)).toEqual([0, 1]);
  });

  it('alarms at once and every minute, and long before with the batches that are left', async () => {
    // A full batch is 492 000 gas at 2 gwei.
    world.chain.funds = 9n * 492_000n * 2n * GWEI;
    await pass(15_000);
    expect(world.funds.at(-1)).toMatchObject({ runway: 9n, price: 2n * GWEI });
    expect(world.log.of('error')).toMatchObject([
      { fields: { alarm: 'settler_low', runway: 9, wanted: 10 } },
    ]);
    await trade(1);
    world.chain.funds = 0n;
    await pass(1_000);
    expect(world.alarms()).toEqual(['settler_low', 'settler_unfunded']);
    await passMinutes(3);
    expect(world.alarms().length).toBeLessThanOrEqual(5);
    world.chain.funds = 10n * 492_000n * 2n * GWEI;
    const before = world.alarms().length;
    await passMinutes(3);
    expect(world.alarms()).toHaveLength(before);
  });
});

describe('the fee of a transaction', () => {
  /** The base fee rises above what was offered: the node keeps it and nobody mines it. */
  const rise = (gwei: bigint) => (world.chain.price = { baseFee: gwei * GWEI, tip: GWEI });

  it('is raised enough to replace what the node has', async () => {
    await trade(1);
    world.chain.price = { baseFee: GWEI, tip: GWEI };
    await world.agedRound();
    rise(4n);
    const { marketPrice } = world.chain;
    // The node's view of prices is late: raising alone must do.
    world.chain.marketPrice = async () => ({ baseFee: GWEI, tip: GWEI });
    await pass(LIMITS.raiseFeeMs);
    expect(lastOffer()).toBe((MARKET * 113n) / 100n);
    await pass(LIMITS.raiseFeeMs);
    world.chain.marketPrice = marketPrice;
    await pass(LIMITS.raiseFeeMs);
    await pass(1_000);
    expect(world.chain.settledIds()).toEqual([1]);
    expect(world.alarms()).toEqual([]);
  });

  it('stays at the limit, and the same bytes are sent again', async () => {
    await trade(1);
    rise(240n);
    await world.agedRound();
    expect(lastOffer()).toBe(481n * GWEI);
    rise(490n);
    await pass(LIMITS.raiseFeeMs);
    await pass(LIMITS.raiseFeeMs);
    expect(new Set(world.chain.received).size).toBe(1);
    expect(world.alarms()).toContain('fee_limit');
    rise(200n);
    await pass(LIMITS.resendMs);
    expect(world.chain.settledIds()).toEqual([1]);
  });

  it('starts anew when the node has dropped what it had', async () => {
    await trade(1);
    rise(50n);
    await world.agedRound();
    rise(1n);
    world.chain.forgetPool();
    world.chain.dropsTransactions = true;
    await pass(LIMITS.raiseFeeMs);
    expect(lastOffer()).toBe(MARKET);
  });

  it('after an expired batch beats what the node still has of the nonce, also after a restart', async () => {
    await trade(1);
    world.chain.price = { baseFee: 5n * GWEI, tip: GWEI };
    await world.agedRound();
    const first = present(lastOffer(), 'offer');
    rise(12n);
    world.chain.marketPrice = async () => ({ baseFee: GWEI, tip: GWEI });
    await world.clock.advance((LIMITS.validForSeconds + 1) * 1_000);
    await world.restart();
    await pass(1_000);
    expect(lastOffer()).toBe((first * 113n + 99n) / 100n);
    expect(Transaction.from(present(world.chain.received.at(-1), 'raw')).nonce).toBe(0);
  });

  it('beats what the node has though nobody remembers that it took it', async () => {
    await trade(1);
    await world.agedRound();
    const rows = world.store.table('transactions');
    for (const [key, row] of rows) rows.set(key, { ...row, takenAt: null });
    rise(4n);
    world.chain.marketPrice = async () => ({ baseFee: GWEI, tip: GWEI + 1n });
    await world.restart();
    await pass(LIMITS.raiseFeeMs);
    await pass(1_000);
    expect(offers(world.chain.taken)).toEqual([MARKET, ((MARKET + 1n) * 113n) / 100n + 1n]);
  });

  it('of a batch that an earlier release left at 450 gwei, and no node took, is the market’s again', async () => {
    await trade(1);
    world.chain.funds = 0n;
    rise(224n);
    await world.agedRound();
    await world.agedRound();
    expect(lastOffer()).toBe(449n * GWEI);
    rise(1n);
    world.chain.funds = 10n ** 17n;
    await world.restart();
    await pass(LIMITS.raiseFeeMs);
    await pass(1_000);
    expect(offers(world.chain.taken)).toEqual([MARKET]);
    expect(world.chain.settledIds()).toEqual([1]);
  });

  it('does not follow tips beyond their limit', async () => {
    await trade(1);
    world.chain.price = { baseFee: GWEI, tip: 400n * GWEI };
    await world.agedRound();
    expect(lastOffer()).toBe(12n * GWEI);
  });

  it('asks the node about the newest of many that it took and dropped, not about all of them', async () => {
    await trade(1);
    world.chain.dropsTransactions = true;
    const holds = jest.spyOn(world.chain, 'holds');
    for (let minute = 1; minute <= 60; minute += 1) {
      rise(BigInt(3 + (minute % 7)));
      holds.mockClear();
      await pass(60_000);
      expect(holds.mock.calls.length).toBeLessThanOrEqual(2 * 16);
    }
    expect(new Set(world.chain.taken).size).toBeGreaterThan(32);
    world.chain.dropsTransactions = false;
    await pass(60_000);
    await pass(60_000);
    expect(world.chain.settledIds()).toEqual([1]);
  });

  it('is raised also when another call has settled for good what it carries', async () => {
    await trade(1);
    await trade(2);
    world.chain.dropsTransactions = true;
    await world.agedRound();
    const place = { transaction: hash(`0x${'f0'.repeat(32)}`), logIndex: 0 };
    const settled = settledFact(present(world.legs.get(1), 'legs'), place);
    await world.tell(world.chain.mine([settled]), world.chain.final((height += 1)));
    expect(world.stages()).toEqual({ 2: 'sent' });
    rise(5n);
    await passMinutes(2);
    const [first, last] = [world.chain.taken.at(0), world.chain.taken.at(-1)].map((raw) =>
      Transaction.from(raw),
    );
    expect(last?.maxFeePerGas).toBeGreaterThan(first?.maxFeePerGas ?? 0n);
    expect(last?.data).toBe(first?.data);
  });
});

describe('while gas is dear', () => {
  const dear = { baseFee: LIMITS.dearFeePerGas, tip: GWEI };

  it('a batch that is not full waits, until gas is cheap again', async () => {
    world.chain.price = dear;
    await trade(1);
    await passMinutes(20);
    expect(world.chain.received).toEqual([]);
    world.chain.price = { baseFee: GWEI, tip: GWEI };
    await pass(1_000);
    expect(world.chain.received).toHaveLength(1);
  });

  it('a batch waits for a quarter of the time after which its trades are late, and a full one not at all', async () => {
    world.chain.price = dear;
    await trade(1);
    await passMinutes(LIMITS.lateTradeMs / 4 / 60_000 - 1);
    expect(world.chain.received).toEqual([]);
    await passMinutes(1);
    expect(world.chain.received).toHaveLength(1);
    for (let id = 2; id < 2 + LIMITS.batchTrades; id += 1) await trade(id);
    await pass(1_000);
    expect(world.chain.received.length).toBeGreaterThan(1);
  });
});

it('a batch whose time is over is not signed anew while that is not final', async () => {
  await trade(1);
  world.chain.dropsTransactions = true;
  await pass(1_000);
  await pass(1_000);
  const [batch] = world.state.batches.open();
  expect(batch?.transactions).toHaveLength(1);
  world.chain.price = { baseFee: 20n * GWEI, tip: 2n * GWEI };
  await world.clock.advance((LIMITS.validForSeconds + 1) * 1_000);
  await world.tell(world.chain.mine());
  await world.round();
  expect(world.state.batches.open()[0]?.transactions).toHaveLength(1);
});
