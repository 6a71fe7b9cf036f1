import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WITHDRAWAL_REASONS } from '@exchange/contract/chain';
import { amount, entryId, hash } from '@exchange/core/kernel';
import type { Submission } from '@exchange/core/message';
import { account, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';

let world: SettlementWorld;
const reason = (name: (typeof WITHDRAWAL_REASONS)[number]) => WITHDRAWAL_REASONS.indexOf(name);

const submission = (id: number, nonce = id): Submission => ({
  entryId: entryId(id),
  account: account('0a'),
  token: account('da'),
  amount: amount(1_000n),
  fee: amount(3n),
  scheme: 'full',
  receiver: account('0c'),
  maxFee: amount(5n),
  deadline: 2 ** 32 - 1,
  nonce,
  signature: { v: 27, r: hash(`0x${'11'.repeat(32)}`), s: hash(`0x${'22'.repeat(32)}`) },
});

const told = () => world.news().map((news) => [news.kind, 'entryId' in news ? news.entryId : 0]);
const stage = (entryId: number) => world.state.submissions.get(entryId)?.stage;

beforeEach(async () => {
  world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

describe('a submitted withdrawal', () => {
  it('goes to the contract once, together with others, and ends when its payment is final', async () => {
    await world.submit(submission(7), submission(8));
    await world.round();
    expect(world.chain.received).toHaveLength(1);
    expect(told()).toEqual([
      ['withdrawal_sent', 7],
      ['withdrawal_sent', 8],
    ]);
    await world.restart();
    await world.round();
    const block = world.chain.mine();
    expect(block.facts).toMatchObject([
      { kind: 'withdrawn', by: 'submitted', nonce: 7, fee: 3n, receiver: account('0c') },
      { kind: 'withdrawn', nonce: 8 },
    ]);
    await world.tell(block);
    expect(stage(7)).toBe('mined');
    await world.restart();
    await world.tell(world.chain.final(2));
    await world.round();
    expect([stage(7), stage(8)]).toEqual([undefined, undefined]);
    expect(world.state.batches.open()).toEqual([]);
    expect(world.chain.received).toHaveLength(1);
    expect(told()).toHaveLength(2);
    expect(world.alarms()).toEqual([]);
  });

  it('goes after the trades of its round, sixteen in a call and one call at a time', async () => {
    const [a, b] = [account('0a'), account('0b')];
    await world.submit(...Array.from({ length: 64 }, (_, index) => submission(index + 1)));
    for (let id = 1; id <= 12; id += 1)
      await world.trade(id, { account: a, seq: id }, { account: b, seq: id });
    const sent = () => world.news().map(({ kind }) => kind);
    const trades = Array.from({ length: LIMITS.inFlight }, () => 'sent');
    const call = Array.from({ length: 16 }, () => 'withdrawal_sent');
    await world.agedRound();
    await world.round();
    expect(sent()).toEqual([...trades, ...call]);
    await world.tell(world.chain.mine());
    await world.round();
    expect(sent()).toEqual([...trades, ...call, 'sent', ...call]);
    expect(world.chain.settledIds()).toHaveLength(8);
  });

  it('is paid while the contract settles no trade', async () => {
    world.chain.refusal = 'EnforcedPause';
    await world.trade(1, { account: account('0a'), seq: 1 }, { account: account('0b'), seq: 1 });
    await world.submit(submission(7));
    await world.agedRound();
    expect(told()).toEqual([['withdrawal_sent', 7]]);
  });

  it('that the contract would refuse is never sent, and told as failed', async () => {
    world.chain.withdrawalCodeOf = (nonce) => ({ tried: nonce === 7 ? reason('BALANCE') : 0, mined: 0 });
    await world.submit(submission(7), submission(8));
    await world.round();
    expect(world.news()).toMatchObject([
      { kind: 'withdrawal_failed', entryId: 7, reason: 'BALANCE', refused: true },
      { kind: 'withdrawal_sent', entryId: 8 },
    ]);
    await world.restart();
    await world.round();
    expect(world.news()).toHaveLength(2);
  });

  it('that the contract refused on the chain is told as failed only when that is final', async () => {
    world.chain.withdrawalCodeOf = () => ({ tried: 0, mined: reason('TRANSFER_FAILED') });
    await world.submit(submission(7));
    await world.round();
    await world.tell(world.chain.mine());
    await world.round();
    expect(told()).toEqual([['withdrawal_sent', 7]]);
    await world.tell(world.chain.final(2));
    expect(world.news().at(-1)).toMatchObject({
      kind: 'withdrawal_failed',
      reason: 'TRANSFER_FAILED',
      refused: true,
    });
    expect(stage(7)).toBeUndefined();
  });

  it('survives a reorganisation: it is on its way again, and paid once', async () => {
    await world.submit(submission(7));
    await world.round();
    await world.tell(world.chain.mine());
    await world.tell(world.chain.undo());
    expect(stage(7)).toBe('sent');
    await world.round();
    await world.tell(world.chain.mine(), world.chain.final(2));
    expect(stage(7)).toBeUndefined();
    expect(told().filter(([kind]) => kind === 'withdrawal_failed')).toEqual([]);
  });

  it('is sent again when its call can not be mined any more, and given up after three', async () => {
    world.chain.dropsTransactions = true;
    await world.submit(submission(7));
    for (let call = 0; call < 3; call += 1) {
      await world.round();
      expect(stage(7)).toBe('sent');
      await world.clock.advance((LIMITS.validForSeconds + 1) * 1_000);
      const number = 2 + call;
      await world.tell(world.chain.mine(), world.chain.final(number));
      await world.clock.advance(1_000);
    }
    await world.round();
    expect(world.news().at(-1)).toMatchObject({
      kind: 'withdrawal_failed',
      entryId: 7,
      reason: 'NOT_MINED',
      refused: false,
    });
    expect(stage(7)).toBeUndefined();
  });

  it('that nobody of ours sent raises an alarm', async () => {
    const place = { transaction: hash(`0x${'99'.repeat(32)}`), logIndex: 0 };
    const paid = {
      account: account('0a'),
      token: account('da'),
      amount: amount(1n),
      fee: amount(0n),
      receiver: account('0a'),
    };
    await world.tell(world.chain.mine([{ ...place, kind: 'withdrawn', by: 'submitted', nonce: 9, ...paid }]));
    expect(world.alarms()).toEqual(['foreign_withdrawal']);
  });
});
