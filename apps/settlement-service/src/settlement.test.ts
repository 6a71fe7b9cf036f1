import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryDatabase } from '@exchange/test/kit';
import { Transaction } from 'ethers';
import { tradeLegs } from '../test/memory-exchange.fixture';
import { tradesTable, transactionsTable } from './persistence/tables';
import { account, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';

const [a, b, c, d] = [account('0a'), account('0b'), account('0c'), account('0d')];
let world: SettlementWorld;

beforeEach(async () => {
  world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

const nonces = () => world.chain.received.map((raw) => Transaction.from(raw).nonce);
const kinds = () => world.news().map(({ kind }) => kind);

describe('settlement', () => {
  it('joins the legs of a trade in either order and settles it once it has waited long enough', async () => {
    const [maker, taker] = tradeLegs(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.leg(taker);
    await world.agedRound();
    expect(world.stages()).toEqual({ 1: 'waiting' });
    await world.leg(maker);
    await world.round();
    expect(world.news()).toMatchObject([{ kind: 'sent', batchId: 1, tradeIds: [1] }]);
    await world.tell(world.chain.mine());
    expect(world.stages()).toEqual({ 1: 'mined' });
    await world.tell(world.chain.final(2));
    expect(world.stages()).toEqual({});
    expect(world.state.batches.open()).toEqual([]);
    const rows = await new MemoryDatabase(world.store).find(tradesTable);
    expect(rows).toEqual([]);
    expect(world.alarms()).toEqual([]);
  });

  it('sends a full batch at once, and no more batches than may be on their way', async () => {
    for (let id = 1; id <= 10; id++) await world.trade(id, { account: a, seq: id }, { account: b, seq: id });
    await world.round();
    expect(world.news()).toMatchObject([
      { batchId: 1, tradeIds: [1, 2, 3, 4] },
      { batchId: 2, tradeIds: [5, 6, 7, 8] },
    ]);
    await world.tell(world.chain.mine());
    await world.agedRound();
    expect(world.news().at(-1)).toMatchObject({ batchId: 3, tradeIds: [9, 10] });
    expect(nonces()).toEqual([0, 1, 2]);
  });

  it('keeps each account in the order of its accountSeq, and waits for a leg that comes late', async () => {
    const [maker, taker] = tradeLegs(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.leg(maker);
    await world.trade(2, { account: a, seq: 2 }, { account: c, seq: 1 });
    await world.trade(3, { account: c, seq: 2 }, { account: d, seq: 1 });
    await world.trade(4, { account: b, seq: 9 }, { account: d, seq: 2 });
    await world.agedRound();
    // 4 waits for 3 (account d); 3 waits for 2 (c); 2 waits for 1 (a).
    expect(world.news()).toEqual([]);
    await world.leg(taker);
    await world.round();
    expect(world.news()).toMatchObject([{ tradeIds: [1, 2, 3, 4] }]);
  });

  it('settles trades that two accounts posted in opposite orders', async () => {
    const first = tradeLegs(1, { account: a, seq: 1 }, { account: b, seq: 2 });
    const second = tradeLegs(2, { account: a, seq: 2 }, { account: b, seq: 1 });
    for (const leg of [first[0], second[0], second[1], first[1]]) await world.leg(leg);
    await world.agedRound();
    expect(world.news()).toMatchObject([{ kind: 'sent', tradeIds: expect.arrayContaining([1, 2]) }]);
  });

  it('leaves out a trade that would fail, with what depends on it, and tries it again', async () => {
    let short = true;
    world.chain.codeOf = (id) => (id === 1 && short ? 17 : 0);
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: b, seq: 2 }, { account: c, seq: 1 });
    await world.trade(3, { account: d, seq: 1 }, { account: account('0e'), seq: 1 });
    await world.agedRound();
    expect(world.news()).toEqual([
      { kind: 'failed', tradeId: 1, code: 17, side: 0, reason: 'BALANCE' },
      expect.objectContaining({ kind: 'sent', tradeIds: [3] }),
    ]);
    await world.round();
    expect(kinds()).toEqual(['failed', 'sent']);
    short = false;
    await world.clock.advance(1_000);
    await world.round();
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', tradeIds: [1, 2] });
  });

  it('does not let a trade that keeps failing hold up its accounts for ever', async () => {
    world.chain.codeOf = (id) => (id === 1 ? 8 : 0);
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: a, seq: 2 }, { account: c, seq: 1 });
    for (let round = 0; round < 4; round++) {
      await world.clock.advance(5_000);
      await world.round();
    }
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', tradeIds: [2] });
    expect(kinds().filter((kind) => kind === 'failed')).toHaveLength(1);
  });

  it('tells a trade that failed on the chain, and tries it again', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    world.chain.codeOf = () => 17;
    await world.tell(world.chain.mine());
    expect(world.news().at(-1)).toEqual({
      ...{ kind: 'failed', tradeId: 1, code: 17, side: 1, reason: 'BALANCE' },
    });
    world.chain.codeOf = () => 0;
    await world.clock.advance(1_000);
    await world.round();
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', batchId: 2, tradeIds: [1] });
  });

  it('sends nothing while the contract refuses batches as a whole', async () => {
    world.chain.refusal = 'EnforcedPause';
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    expect(world.news()).toEqual([]);
    expect(world.alarms()).toEqual(['batch_refused']);
    world.chain.refusal = undefined;
    await world.round();
    expect(kinds()).toEqual(['sent']);
  });

  it('waits without an alarm while its newest block is too old for the time of a batch', async () => {
    world.chain.refusal = 'DeadlinePassed';
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    expect(world.news()).toEqual([]);
    expect(world.alarms()).toEqual([]);
    world.chain.refusal = undefined;
    await world.round();
    expect(kinds()).toEqual(['sent']);
  });

  it('halves a batch that the node refuses as a whole before it gives up', async () => {
    const { preflight } = world.chain;
    world.chain.preflight = async (call) =>
      call.batch.trades.length > 1
        ? { ok: false, reason: 'gas required exceeds allowance' }
        : preflight.call(world.chain, call);
    for (let id = 1; id <= 4; id++) await world.trade(id, { account: a, seq: id }, { account: b, seq: id });
    await world.round();
    expect(world.news()).toMatchObject([{ tradeIds: [1] }]);
    expect(world.alarms()).toEqual([]);
  });

  it('halves a batch that needs more gas than a transaction may have', async () => {
    world.chain.gasPerTrade = 5_000_000n;
    for (let id = 1; id <= 4; id++) await world.trade(id, { account: a, seq: id }, { account: b, seq: id });
    await world.agedRound();
    expect(world.news()).toMatchObject([{ tradeIds: [1, 2] }, { tradeIds: [3, 4] }]);
  });

  it('after a crash between storing and sending sends the same bytes', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    world.chain.beforeSend = () => {
      throw new Error('killed');
    };
    await expect(world.agedRound()).rejects.toThrow('killed');
    const [stored] = await new MemoryDatabase(world.store).find(transactionsTable);
    world.chain.beforeSend = () => undefined;
    await world.restart();
    await world.round();
    expect(world.chain.received).toEqual([stored?.raw]);
    expect(world.news()).toMatchObject([{ kind: 'sent', batchId: 1, transaction: stored?.hash }]);
  });

  it('after a crash between sending and storing that sends the same bytes', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    const database = new MemoryDatabase(world.store);
    await world.agedRound();
    // As if the turn that stored the sending had not happened.
    const rows = world.store.table('batches');
    for (const [key, row] of rows) rows.set(key, { ...row, stage: 'prepared', sentAt: 0 });
    await world.restart();
    await world.round();
    expect(new Set(world.chain.received).size).toBe(1);
    expect(await database.find(transactionsTable)).toHaveLength(1);
    await world.tell(world.chain.mine());
    expect(world.chain.settledIds()).toEqual([1]);
  });

  it('gives the node a batch again that it may have dropped', async () => {
    world.chain.dropsTransactions = true;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.tell(world.chain.mine(), world.chain.final(1));
    await world.clock.advance(LIMITS.resendMs);
    await world.round();
    expect(new Set(world.chain.received).size).toBe(1);
    expect(world.chain.received).toHaveLength(2);
    await world.clock.advance(LIMITS.resendMs);
    world.chain.dropsTransactions = false;
    await world.round();
    await world.tell(world.chain.mine());
    expect(world.stages()).toEqual({ 1: 'mined' });
    expect(new Set(world.chain.received).size).toBe(1);
  });

  it('sends trades again under the same nonce only after their batch has finally expired', async () => {
    world.chain.dropsTransactions = true;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.clock.advance(LIMITS.validForSeconds * 1_000 + 2_000);
    await world.tell(world.chain.mine());
    await world.round();
    expect(world.stages()).toEqual({ 1: 'sent' });
    await world.tell(world.chain.final(2));
    world.chain.dropsTransactions = false;
    await world.round();
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', batchId: 2, tradeIds: [1] });
    expect(new Set(nonces())).toEqual(new Set([0]));
    await world.tell(world.chain.mine());
    expect(world.chain.settledIds()).toEqual([1]);
    expect(world.keys.map(({ address }) => world.state.batches.nextNonce(address))).toEqual([1]);
  });

  it('gives up no trade that the contract says it settled, though no block showed that', async () => {
    world.chain.dropsTransactions = true;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    world.chain.unseen.add(1);
    await world.clock.advance(LIMITS.validForSeconds * 1_000 + 2_000);
    await world.tell(world.chain.mine());
    await world.tell(world.chain.final(2));
    await world.round();
    await world.round();
    expect([world.alarms(), world.news().at(-1)]).toMatchObject([['settlement_unseen'], { batchId: 1 }]);
    world.chain.unseen.clear();
    await world.round();
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', batchId: 2, tradeIds: [1] });
  });

  it('opens the trades of a batch that was refused as a whole, once that is final', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.clock.advance(LIMITS.validForSeconds * 1_000 + 2_000);
    // Mined too late: the contract refuses the call, the nonce is used up, and no fact tells it.
    await world.tell(world.chain.mine());
    await world.round();
    expect(world.stages()).toEqual({ 1: 'sent' });
    await world.tell(world.chain.final(2));
    await world.round();
    expect(world.alarms()).toContain('batch_lost');
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', batchId: 2, tradeIds: [1] });
    expect(nonces().at(-1)).toBe(1);
  });

  it('sends a batch again whose block was undone', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.tell(world.chain.mine());
    await world.tell(world.chain.undo());
    expect(world.stages()).toEqual({ 1: 'sent' });
    world.chain.forgetPool();
    await world.round();
    expect(new Set(world.chain.received).size).toBe(1);
    await world.tell(world.chain.mine());
    await world.tell(world.chain.final(2));
    expect(world.stages()).toEqual({});
    expect(world.chain.settledIds()).toEqual([1]);
  });

  it('alarms when the chain settles what was not agreed', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    world.legs.set(1, [...tradeLegs(1, { account: a, seq: 1 }, { account: c, seq: 1 })]);
    await world.agedRound();
    await world.tell(world.chain.mine());
    expect(world.alarms()).toEqual(['foreign_settlement']);
  });

  it('alarms when trades are not settled in time, but not at every round', async () => {
    world.chain.codeOf = () => 17;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.clock.advance(LIMITS.lateTradeMs + 1);
    await world.round();
    await world.round();
    expect(world.alarms()).toEqual(['settlement_late']);
  });

  it('goes on after a restart at any point with the same trades', async () => {
    for (let id = 1; id <= 6; id++) {
      await world.trade(id, { account: a, seq: id }, { account: b, seq: id });
      await world.restart();
      await world.agedRound();
      await world.tell(world.chain.mine());
    }
    await world.agedRound();
    await world.tell(world.chain.mine());
    expect(world.chain.settledIds()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(world.alarms()).toEqual([]);
  });
});
