import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash, replacementId, tradeId } from '@exchange/core/kernel';
import type { SettlementNews } from '@exchange/core/message';
import { MemoryDatabase } from '@exchange/test/kit';
import { ETH, settledFact, tradeLegs } from '../test/memory-exchange.fixture';
import { account, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';
import { tradesTable } from './persistence/tables';

const [a, b, c, d, e] = ['0a', '0b', '0c', '0d', '0e'].map(account) as [never, never, never, never, never];
const EXPIRED = 7;
const BALANCE = 17;
let world: SettlementWorld;

beforeEach(async () => {
  world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

const reversed = () =>
  world.news().flatMap((item): SettlementNews[] => (item.kind === 'reversed' ? [item] : []));
const reversedIds = () =>
  reversed().flatMap((item) => (item.kind === 'reversed' ? item.trades.map((trade) => trade.tradeId) : []));
let blocks = 1;
beforeEach(() => {
  blocks = 1;
});

/** Blocks in which nothing of ours need happen; all but the last one final. */
async function pass(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    blocks += 1;
    await world.tell(world.chain.mine(), world.chain.final(blocks - 1));
    await world.clock.advance(1_000);
    await world.round();
  }
}

describe('a trade that can never settle', () => {
  it('leaves the queue with an alarm, so that others go on, and is reversed', async () => {
    world.chain.codeOf = (id) => (id === 1 ? EXPIRED : 0);
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: a, seq: 2 }, { account: c, seq: 1 });
    await world.agedRound();
    expect(reversed()).toEqual([]);
    await pass(5);
    expect(world.alarms()).toEqual(['trade_quarantined', 'trades_reversed']);
    expect(reversed()).toEqual([{ kind: 'reversed', trades: [{ tradeId: 1, maker: a, taker: b }] }]);
    await pass(4);
    expect(world.chain.settledIds()).toEqual([2]);
    expect(reversedIds()).toEqual([1]);
    const rows = await new MemoryDatabase(world.store).find(tradesTable, { order: [['id', 'asc']] });
    expect(rows).toMatchObject([{ id: 1, stage: 'reversed', lastCode: EXPIRED }]);
  });

  it('is judged by the last final block: what a reorganisation may undo is not permanent', async () => {
    world.chain.codeOf = () => EXPIRED;
    world.chain.codesAt = async () => [0];
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await pass(3);
    expect(world.stages()).toEqual({ 1: 'open' });
    world.chain.codesAt = async () => [EXPIRED];
    await pass(8);
    expect(reversedIds()).toEqual([1]);
  });

  it('is judged later when another settles meanwhile, or when the attester refuses what was not asked', async () => {
    world.chain.codeOf = () => EXPIRED;
    const legs = tradeLegs(2, { account: c, seq: 1 }, { account: d, seq: 1 });
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    for (const leg of legs) await world.leg(leg);
    await world.agedRound();
    const attest = world.attester.attest.bind(world.attester);
    let refusals = 0;
    /** Blocks until the attester was asked once more as of a final one, and refused for the trade that is said. */
    const judgedWith = async (answer: () => Promise<number>) => {
      const before = refusals;
      world.attester.attest = async (request) => {
        if (request.validUntil > (world.state.chain.final?.time ?? 0)) return attest(request);
        if ((refusals += 1) > before + 1) throw new Error('asked again and again');
        return { kind: 'refused', reason: 'UNREPORTED', tradeIds: [tradeId(await answer())] };
      };
      for (let tries = 0; refusals === before && tries < 9; tries++) await pass(1);
    };
    await judgedWith(async () => 9);
    expect([refusals, world.stages()]).toEqual([1, { 1: 'open', 2: 'open' }]);
    await judgedWith(async () => {
      const place = { transaction: hash(`0x${'77'.repeat(32)}`), logIndex: 0 };
      blocks += 1;
      await world.tell(world.chain.mine([settledFact(legs, place)]), world.chain.final(blocks));
      return 1;
    });
    expect([refusals, world.stages()]).toEqual([2, { 1: 'open' }]);
    world.attester.attest = attest;
    await pass(8);
    expect(reversedIds()).toEqual([1]);
  });

  it('stays while a batch that carried it may still be mined', async () => {
    world.chain.dropsTransactions = true;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    world.chain.codeOf = () => EXPIRED;
    await pass(3);
    expect(world.stages()).toEqual({ 1: 'sent' });
    await world.clock.advance(LIMITS.validForSeconds * 1_000);
    await pass(8);
    expect(reversedIds()).toEqual([1]);
  });

  it('stays after it failed on the chain until no later block can take the attested batch', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    world.chain.codeOf = () => EXPIRED;
    blocks += 1;
    await world.tell(world.chain.mine());
    await world.round();
    expect(world.stages()).toEqual({ 1: 'open' });
    expect(world.alarms()).toEqual([]);
    await world.tell(world.chain.final(blocks));
    await world.round();
    await pass(4);
    expect(reversedIds()).toEqual([]);
    await world.clock.advance(LIMITS.validForSeconds * 1_000);
    await pass(6);
    expect(reversedIds()).toEqual([1]);
  });

  it('stays while a batch may be mined that was attested and never sent', async () => {
    const attest = world.attester.attest.bind(world.attester);
    // It signs, and this process dies before it hears of it.
    world.attester.attest = async (request) => {
      const answer = await attest(request);
      if (request.batchId !== 0) throw new Error('killed');
      return answer;
    };
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await expect(world.agedRound()).rejects.toThrow('killed');
    await world.restart();
    world.attester.attest = attest;
    world.chain.codeOf = () => EXPIRED;
    await pass(10);
    expect(world.stages()).toEqual({ 1: 'open' });
    expect(reversedIds()).toEqual([]);
    await world.clock.advance(LIMITS.validForSeconds * 1_000);
    await pass(6);
    expect(reversedIds()).toEqual([1]);
  });

  it('is not reversed while the next final block is known in part', async () => {
    world.chain.codeOf = () => EXPIRED;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    const read = world.chain.balancesAt.bind(world.chain);
    let parts = 0;
    world.chain.balancesAt = async (...asked) => {
      const number = (world.state.chain.final?.number ?? 0) + 1;
      const isPlan = world.stages()[1] === 'quarantined';
      if (isPlan && (parts += 1) === 1)
        await world.tell({ ...world.chain.final(number), more: true } as never);
      return read(...asked);
    };
    while (parts === 0) await pass(1);
    expect(reversedIds()).toEqual([]);
    await world.restart();
    expect(world.state.chain.isBetweenBlocks).toBe(true);
    await pass(1);
    expect(reversedIds()).toEqual([1]);
  });

  it('takes with it what the chain can’t cover without it, newest first, and nothing else', async () => {
    world.chain.codeOf = (id) => (id === 1 ? EXPIRED : id <= 3 ? BALANCE : 0);
    // b bought from a and sold to c, who sold to d; e sells what it owned.
    world.chain.balanceOf = (owner, token) =>
      token === ETH && [b, c].includes(owner as never) ? 49_000n : 10n ** 9n;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: b, seq: 2 }, { account: c, seq: 1 });
    await world.trade(3, { account: c, seq: 2 }, { account: d, seq: 1 });
    await world.trade(4, { account: e, seq: 1 }, { account: d, seq: 2 });
    await world.agedRound();
    await pass(3);
    expect(reversedIds()).toEqual([3, 2, 1]);
    await pass(3);
    expect(world.chain.settledIds()).toEqual([4]);
  });

  it('for lack of balance waits until the earlier trades of that account are final or reversed', async () => {
    let early = true;
    world.chain.codeOf = (id) => (id === 2 || early ? BALANCE : 0);
    world.chain.balanceOf = (owner) => (owner === a ? 0n : 10n ** 9n);
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: a, seq: 2 }, { account: c, seq: 1 });
    const { codesAt } = world.chain;
    world.chain.codesAt = async ({ batch }) => batch.trades.map(() => 0);
    await world.agedRound();
    await pass(3);
    expect(reversedIds()).toEqual([]);
    early = false;
    world.chain.codesAt = codesAt.bind(world.chain);
    await pass(8);
    expect(world.chain.settledIds()).toEqual([1]);
    expect(reversedIds()).toEqual([2]);
  });

  // What the one deposited is final for the ledger, and not here yet: it also trades with who is concerned, or is.
  it.each([
    [c, [1]],
    [b, []],
  ])(
    'takes nothing with it that was traded by a later final block than what is known here',
    async (one, gone) => {
      world.chain.codeOf = (id) => (id === 1 ? EXPIRED : BALANCE);
      world.chain.balanceOf = (owner) => (owner === one ? 0n : 10n ** 9n);
      await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
      const [maker, taker] = tradeLegs(2, { account: c, seq: 1 }, { account: b, seq: 2 });
      await world.leg({ ...maker, finalBlock: 5 });
      await world.leg({ ...taker, finalBlock: 5 });
      await world.agedRound();
      await pass(3);
      expect(reversedIds()).toEqual(gone);
      world.chain.balanceOf = () => 10n ** 9n;
      world.chain.codeOf = (id) => (id === 1 ? EXPIRED : 0);
      await pass(6);
      expect(reversedIds()).toEqual([1]);
      expect(world.chain.settledIds()).toEqual([2]);
    },
  );

  it('is not a reason to reverse while somebody else lacks the balance: the collector’s comes back', async () => {
    world.chain.codeOf = () => BALANCE;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await pass(4);
    expect(world.stages()).toEqual({ 1: 'open' });
  });

  it('is reversed once, wherever the process dies', async () => {
    for (const death of ['quarantine', 'reversal']) {
      await world.stop();
      world = new SettlementWorld();
      blocks = 1;
      await world.start();
      await world.firstBlock();
      world.chain.codeOf = () => EXPIRED;
      const read = world.chain.balancesAt.bind(world.chain);
      world.chain.balancesAt = async (wanted, ...more) => {
        const isPlan = world.stages()[1] === 'quarantined';
        if (isPlan && death === 'quarantine') throw new Error('killed');
        return read(wanted, ...(more as []));
      };
      await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
      await world.agedRound();
      await pass(5).catch((error: unknown) => expect(String(error)).toContain('killed'));
      expect(world.stages()).toEqual(death === 'quarantine' ? { 1: 'quarantined' } : {});
      world.chain.balancesAt = read;
      await world.restart();
      await pass(6);
      expect(reversedIds()).toEqual([1]);
    }
  });
});

describe('an id that the contract spent on something else', () => {
  const foreign = (id: number) => ({
    ...settledFact(tradeLegs(id, { account: d, seq: 9 }, { account: e, seq: 9 }), {
      transaction: hash(`0x${'f0'.repeat(32)}`),
      logIndex: 0,
    }),
  });

  it('is replaced by the one of the reserved range when that is final, not before, and the trade settles so', async () => {
    world.chain.codeOf = () => 0;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    blocks += 1;
    await world.tell(world.chain.mine([foreign(1)]));
    await world.agedRound();
    expect(world.state.trades.get(1)).toMatchObject({ stage: 'open', replaced: false, lastCode: 1 });
    await world.tell(world.chain.final(blocks));
    expect(world.state.trades.get(1)).toMatchObject({ replaced: true });
    expect(world.alarms()).toEqual(['foreign_settlement', 'trade_id_spent']);
    await world.restart();
    await world.clock.advance(1_000);
    await world.round();
    await pass(2);
    expect(world.chain.settledIds()).toEqual([1, replacementId(tradeId(1))]);
    expect(world.stages()).toEqual({});
    expect(world.news().at(-1)).toMatchObject({ kind: 'sent', tradeIds: [1] });
  });

  it('is known also when it was spent before the trade was made', async () => {
    blocks += 1;
    await world.tell(world.chain.mine([foreign(1)]), world.chain.final(blocks));
    await world.restart();
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    expect(world.state.trades.get(1)).toMatchObject({ stage: 'open', replaced: true });
    await world.agedRound();
    await pass(2);
    expect(world.chain.settledIds()).toEqual([1, replacementId(tradeId(1))]);
  });

  it('has one replacement: a second loss only alarms', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    blocks += 1;
    const other = { ...foreign(1), tradeId: replacementId(tradeId(1)), logIndex: 1 };
    await world.tell(world.chain.mine([foreign(1), other]), world.chain.final(blocks));
    await world.agedRound();
    await pass(12);
    expect(reversedIds()).toEqual([]);
    expect(world.stages()).toEqual({ 1: 'open' });
    expect(world.alarms()).toEqual(expect.arrayContaining(['trade_id_spent', 'duplicate_trade']));
  });

  it('without a final TradeSettled only alarms', async () => {
    world.chain.codeOf = () => 1;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await pass(12);
    expect(world.state.trades.get(1)).toMatchObject({ stage: 'open', replaced: false });
    expect(new Set(world.alarms())).toEqual(new Set(['duplicate_trade']));
  });
});
