import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { senderOf } from '@exchange/edge/keys';
import { Transaction } from 'ethers';
import { nodeAnswer } from './chain/node-answer';
import { account, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';

const [a, b, c, d] = [account('0a'), account('0b'), account('0c'), account('0d')] as const;
const FULL_BATCH = 492_000n * 2_000_000_000n;
let world: SettlementWorld;
let height: number;

beforeEach(async () => {
  world = new SettlementWorld(2);
  height = 1;
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

const trade = (id: number, maker = a, taker = b) =>
  world.trade(id, { account: maker, seq: id }, { account: taker, seq: id });
const settlerOf = (raw: string) => world.keys.findIndex(({ address }) => address === senderOf(raw));
/** By whom and with which nonce each transaction came that the node took. */
const taken = () => world.chain.taken.map((raw) => [settlerOf(raw), Transaction.from(raw).nonce]);
const [first, second] = [0, 1] as const;
const drop = (place: number) => world.chain.dropped.add(world.keys[place]?.address ?? a);
const fund = (place: number, batches: bigint) =>
  world.chain.fundsOf.set(world.keys[place]?.address ?? a, batches * FULL_BATCH);

/** The node takes nothing of that settler's at the price that it offers. */
function playCheap(settler: string | undefined): void {
  const { chain } = world;
  const send = chain.send.bind(chain);
  chain.send = async (raw) => (senderOf(raw) === settler ? nodeAnswer('transaction underpriced') : send(raw));
}

/** A block that is final at once, and a round after so long. */
async function pass(milliseconds: number): Promise<void> {
  await world.clock.advance(milliseconds);
  await world.tell(world.chain.mine(), world.chain.final((height += 1)));
  await world.round();
}

describe('a settler that loses its role', () => {
  it('leaves the rest to the standby, which settles all trades once, each with nonces of its own', async () => {
    await trade(1);
    await world.agedRound();
    await pass(1_000);
    await trade(2);
    await world.agedRound();
    expect(taken()).toEqual([
      [first, 0],
      [first, 1],
    ]);
    drop(first);
    await trade(3, c, d);
    for (let rounds = 0; rounds < 6; rounds++) await pass(15_000);
    expect(world.sending).toBe(second);
    expect(world.told).toBe(`${world.keys[1]?.address}, 1 of 2 can settle`);
    expect(world.chain.settledIds().toSorted()).toEqual([1, 2, 3]);
    expect(taken().slice(2)).toEqual([[second, 0]]);
    expect(world.stages()).toEqual({});
    expect(world.alarms()).toEqual(
      expect.arrayContaining(['settler_dropped', 'settler_changed', 'batch_lost']),
    );
    const changed = world.log.of('error').filter(({ fields }) => 'from' in fields);
    expect(changed).toMatchObject([
      { fields: { from: world.keys[0]?.address, to: world.keys[1]?.address, lack: 'role' } },
    ]);
  });

  it('sends nothing more: what it had signed is carried until its time is final, and then settled by the standby', async () => {
    world.chain.beforeSend = () => {
      throw new Error('no node');
    };
    await trade(1);
    await expect(world.agedRound()).rejects.toThrow('no node');
    world.chain.beforeSend = () => undefined;
    drop(first);
    await world.restart();
    await trade(2);
    await trade(3, c, d);
    await world.agedRound();
    for (let rounds = 0; rounds < 4; rounds++) await pass(15_000);
    expect(world.chain.received.map(settlerOf)).toEqual([second]);
    // The accounts of trade 1 wait, so that theirs go to the chain in order; others don't.
    expect(world.stages()).toEqual({ 1: 'sent', 2: 'open' });
    expect(world.chain.settledIds()).toEqual([3]);
    await pass(LIMITS.validForSeconds * 1_000);
    for (let rounds = 0; rounds < 4; rounds++) await pass(15_000);
    expect(world.chain.settledIds()).toEqual([3, 1, 2]);
    expect(world.stages()).toEqual({});
  });

  it('is found by the process that starts next, which goes on with the standby and its nonces', async () => {
    drop(first);
    await trade(1);
    await world.agedRound();
    await world.round();
    await pass(1_000);
    expect(taken()).toEqual([[second, 0]]);
    await trade(2);
    await world.restart();
    await world.agedRound();
    await world.round();
    await pass(1_000);
    expect(taken()).toEqual([
      [second, 0],
      [second, 1],
    ]);
    expect(world.chain.settledIds()).toEqual([1, 2]);
    expect(world.alarms()).not.toContain('foreign_nonce');
  });
});

describe('a settler that is out of gas', () => {
  it('gives its place to the standby, and takes it back with twice the floor', async () => {
    await trade(1);
    await world.agedRound();
    await pass(15_000);
    fund(first, 1n);
    await pass(15_000);
    expect(world.sending).toBe(second);
    await trade(2);
    await pass(1_000);
    await pass(1_000);
    fund(first, 3n);
    await pass(15_000);
    expect(world.sending).toBe(second);
    fund(first, 4n);
    await pass(15_000);
    expect(world.sending).toBe(first);
    await trade(3);
    await pass(1_000);
    await pass(1_000);
    expect(taken()).toEqual([
      [first, 0],
      [second, 0],
      [first, 1],
    ]);
    expect(world.chain.settledIds()).toEqual([1, 2, 3]);
    expect(world.alarms().filter((alarm) => alarm === 'settler_changed')).toHaveLength(1);
  });

  it('whose batch nobody takes keeps its trades until their time is final, and keeps no others', async () => {
    await world.round();
    world.chain.price = { baseFee: 1_000_000_000n, tip: 1_000_000_000n };
    await trade(1);
    // Enough by its runway, too little for what this transaction may cost at most.
    world.chain.fundsOf.set(world.keys[0]?.address ?? a, 1n);
    await world.agedRound();
    await trade(2, c, d);
    for (let rounds = 0; rounds < 3; rounds++) await pass(1_000);
    expect(world.chain.settledIds()).toEqual([2]);
    expect(world.stages()).toEqual({ 1: 'sent' });
    expect(world.alarms()).toContain('settler_unfunded');
    await pass(LIMITS.validForSeconds * 1_000);
    for (let rounds = 0; rounds < 3; rounds++) await pass(15_000);
    expect(world.chain.settledIds()).toEqual([2, 1]);
  });
});

describe('a settler whose signer gives nothing', () => {
  const setAway = (place: number, isAway: boolean) => Object.assign(world.keys[place] ?? {}, { isAway });

  it('is waited for, and replaced after the stated time', async () => {
    await world.round();
    setAway(first, true);
    await trade(1);
    await expect(world.agedRound()).rejects.toThrow('the signer is away');
    await world.clock.advance(LIMITS.awayMs - LIMITS.batchAgeMs - 1);
    await expect(world.agedRound()).rejects.toThrow('the signer is away');
    await pass(1_000);
    expect(world.sending).toBe(second);
    await pass(1_000);
    expect(world.chain.settledIds()).toEqual([1]);
    setAway(first, false);
    for (let rounds = 0; rounds < 22; rounds++) await pass(15_000);
    expect(world.sending).toBe(first);
  });

  it.each(['waits for a higher fee', 'is too cheap for the node'])(
    'is replaced in time though a batch of its own %s',
    async (how) => {
      world.chain.dropsTransactions = true;
      await trade(1);
      await world.agedRound();
      if (how !== 'waits for a higher fee') playCheap(world.keys[0]?.address);
      world.chain.dropsTransactions = false;
      world.chain.price = { baseFee: 9_000_000_000n, tip: 1_000_000_000n };
      setAway(first, true);
      await pass(LIMITS.raiseFeeMs);
      await pass(LIMITS.awayMs);
      expect(world.sending).toBe(second);
      await trade(2, c, d);
      await pass(1_000);
      await pass(1_000);
      expect(world.chain.settledIds()).toEqual([2]);
    },
  );

  it('is asked for other fees now and then, when another one sends: its answers may take long', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    playCheap(world.keys[0]?.address);
    world.chain.price = { baseFee: 9_000_000_000n, tip: 1_000_000_000n };
    setAway(first, true);
    await pass(LIMITS.raiseFeeMs);
    await pass(LIMITS.awayMs);
    expect(world.sending).toBe(second);
    const before = world.keys[0]?.asked ?? 0;
    for (let rounds = 0; rounds < 30; rounds++) await pass(1_000);
    expect((world.keys[0]?.asked ?? 0) - before).toBe(1);
  });

  it.each(['CLIENT', 'NOT_FOUND', 'WRONG_SIGNATURE'])(
    "for good, since its signer hasn't the key (%s), is replaced, too",
    async (refusal) => {
      await world.round();
      Object.assign(world.keys[0] ?? {}, { refusal });
      await trade(1);
      await expect(world.agedRound()).rejects.toThrow(refusal);
      await pass(LIMITS.awayMs);
      expect(world.sending).toBe(second);
      await pass(1_000);
      expect(world.chain.settledIds()).toEqual([1]);
    },
  );

  it('because of a cap is not replaced, and somebody is told when trades are late', async () => {
    await world.round();
    Object.assign(world.keys[0] ?? {}, { refusal: 'RATE' });
    await trade(1);
    await expect(world.agedRound()).rejects.toThrow('RATE');
    await expect(pass(LIMITS.awayMs)).rejects.toThrow('RATE');
    expect(world.alarms()).toEqual([]);
    await expect(pass(LIMITS.lateTradeMs)).rejects.toThrow('RATE');
    expect(world.alarms()).toEqual(['settlement_late']);
    expect(world.sending).toBe(first);
  });

  it('holds up no batch of the others, whose fees are raised meanwhile', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    setAway(first, true);
    fund(first, 0n);
    await pass(15_000);
    expect(world.sending).toBe(second);
    world.chain.price = { baseFee: 9_000_000_000n, tip: 1_000_000_000n };
    world.chain.dropsTransactions = false;
    await trade(2, c, d);
    await pass(LIMITS.raiseFeeMs);
    await pass(1_000);
    expect(world.chain.settledIds()).toContain(2);
  });
});

describe('batches of a settler whose key is not there any more', () => {
  it('are sent as they are, and settled by another one when their time is over', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    expect(taken()).toEqual([[first, 0]]);
    const [gone, ...others] = world.keys;
    world.keys = others;
    await world.restart();
    await pass(LIMITS.resendMs);
    await pass(LIMITS.raiseFeeMs);
    expect(new Set(world.chain.received).size).toBe(1);
    world.chain.dropsTransactions = false;
    await trade(2, c, d);
    await pass(LIMITS.validForSeconds * 1_000);
    for (let rounds = 0; rounds < 4; rounds++) await pass(15_000);
    expect(world.chain.settledIds().toSorted()).toEqual([1, 2]);
    expect(gone && world.state.batches.nextNonce(gone.address)).toBe(1);
    expect(world.stages()).toEqual({});
  });
});

describe('a settler without the role, whose key is not there any more', () => {
  it('gets nothing sent, and is not asked about when the time of its batches is over', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    const [gone, ...others] = world.keys;
    drop(first);
    world.keys = others;
    await world.restart();
    world.chain.dropsTransactions = false;
    const before = world.chain.received.length;
    await trade(2, c, d);
    await pass(LIMITS.resendMs);
    await pass(LIMITS.raiseFeeMs);
    expect(world.chain.received.slice(before).map(settlerOf)).toEqual([0]);
    await pass(LIMITS.validForSeconds * 1_000);
    for (let rounds = 0; rounds < 4; rounds++) await pass(15_000);
    expect(world.chain.settledIds()).toEqual([2, 1]);
    const nonceOf: string[] = [];
    const { nonce } = world.chain;
    world.chain.nonce = async (settler, block) => {
      nonceOf.push(settler);
      return nonce.call(world.chain, settler, block);
    };
    await pass(15_000);
    expect(nonceOf).not.toContain(gone?.address);
    expect(world.state.batches.expired(gone?.address ?? a)?.nonce).toBe(0);
  });

  it('has its nonce used by its next batch, when its key and its role are back', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    const all = world.keys;
    world.keys = all.slice(1);
    await world.restart();
    world.chain.dropsTransactions = false;
    drop(first);
    await pass((LIMITS.validForSeconds + 1) * 1_000);
    await pass(1_000);
    world.keys = all;
    world.chain.dropped.clear();
    await world.restart();
    await trade(2, c, d);
    for (let rounds = 0; rounds < 4; rounds++) await pass(15_000);
    expect(world.chain.settledIds().toSorted()).toEqual([1, 2]);
    expect(taken().at(-1)).toEqual([first, 0]);
    expect(world.state.batches.open()).toEqual([]);
  });
});

describe('batches of a settler that can not pay, and whose key is not there any more', () => {
  it('are not given to the node in each round', async () => {
    await world.round();
    world.chain.fundsOf.set(world.keys[0]?.address ?? a, 1n);
    await trade(1);
    await world.agedRound();
    world.keys = world.keys.slice(1);
    await world.restart();
    const before = world.chain.received.length;
    for (let rounds = 0; rounds < 30; rounds++) await pass(1_000);
    expect(world.chain.received.length - before).toBe(2);
  });
});

describe('batches from before there could be several settlers', () => {
  it('are known by their signatures', async () => {
    world.chain.dropsTransactions = true;
    await trade(1);
    await world.agedRound();
    const rows = world.store.table('batches');
    for (const [key, row] of rows) rows.set(key, { ...row, settler: null });
    world.chain.dropsTransactions = false;
    await world.restart();
    await pass(LIMITS.resendMs);
    await pass(1_000);
    expect(world.chain.settledIds()).toEqual([1]);
    expect(world.state.batches.open()).toEqual([]);
    expect(taken().at(-1)).toEqual([first, 0]);
  });
});
