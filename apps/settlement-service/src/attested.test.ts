import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash, tradeId } from '@exchange/core/kernel';
import type { AttestationRefusal } from '@exchange/core/message';
import { unpackedBatch } from '@exchange/core/settlement';
import { batchStatement } from '@exchange/edge/keys';
import { decodeSettleBatch, settledFact, tradeLegs } from '../test/memory-exchange.fixture';
import { Signature, Transaction, verifyTypedData } from 'ethers';
import { account, DOMAIN, LIMITS, SettlementWorld } from '../test/settlement-world.fixture';

const [a, b, c, d] = [account('0a'), account('0b'), account('0c'), account('0d')];
let world: SettlementWorld;

beforeEach(async () => {
  world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

const refused = (reason: AttestationRefusal, ...ids: number[]) => ({
  ...{ kind: 'refused' as const, reason, tradeIds: ids.map(tradeId) },
});
const sent = () => world.news().flatMap((news) => (news.kind === 'sent' ? [[...news.tradeIds]] : []));

describe('a batch', () => {
  it('goes to the chain with the attestation of exactly that batch', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    const [raw = ''] = world.chain.received;
    const { batchId, validUntil, attestation } = decodeSettleBatch(Transaction.from(raw).data);
    const asked = world.attester.asked.at(-1);
    const batch = unpackedBatch(asked?.orders ?? '0x', asked?.trades ?? '0x') ?? { orders: [], trades: [] };
    const statement = batchStatement({ domain: DOMAIN, batchId, validUntil, batch });
    const { domain, types, message } = statement;
    const { r, vs: yParityAndS } = attestation;
    const signer = verifyTypedData(domain, types, message, Signature.from({ r, yParityAndS }));
    expect(signer.toLowerCase()).toBe(world.attester.key.address);
    expect(world.attester.asked.map((request) => request.batchId)).toEqual([0, 1]);
  });

  it('waits while the attester does not answer, and is lost by no restart', async () => {
    world.attester.answer = () => 'silent';
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.restart();
    await world.round();
    expect([sent(), world.stages()]).toEqual([[], { 1: 'open' }]);
    world.attester.answer = () => undefined;
    await world.round();
    expect(sent()).toEqual([[1]]);
  });

  it('takes an id of its own again when nobody heard the answer, since the attester may have signed', async () => {
    world.attester.answer = ({ batchId }) => (batchId === 0 ? undefined : 'silent');
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.restart();
    world.attester.answer = () => undefined;
    await world.trade(2, { account: c, seq: 1 }, { account: d, seq: 1 });
    await world.agedRound();
    expect(world.news()).toMatchObject([{ kind: 'sent', batchId: 2, tradeIds: [1, 2] }]);
  });

  it('leaves out trades that the attester does not know yet, and asks again soon, without an alarm', async () => {
    let knows = false;
    world.attester.answer = ({ trades }) =>
      !knows && unpackedBatch('0x', trades)?.trades.some(({ ids }) => Number(BigInt(ids) >> 192n) === 1)
        ? refused('UNREPORTED', 1)
        : undefined;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: b, seq: 2 }, { account: c, seq: 1 });
    await world.trade(3, { account: d, seq: 1 }, { account: account('0e'), seq: 1 });
    await world.agedRound();
    expect(sent()).toEqual([[3]]);
    knows = true;
    await world.clock.advance(500);
    await world.round();
    expect(sent()).toEqual([[3], [1, 2]]);
    expect(world.alarms()).toEqual([]);
  });

  it('says once that the attester lacks a trade for long', async () => {
    world.attester.answer = () => refused('UNKNOWN_TRADE', 1);
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    for (let seconds = 0; seconds < 100; seconds += 5) {
      await world.clock.advance(5_000);
      await world.round();
    }
    expect(world.alarms()).toEqual(['attestation_late']);
  });

  it('alarms when the attester refuses a trade, which keeps no others waiting', async () => {
    world.attester.answer = ({ trades }) =>
      unpackedBatch('0x', trades)?.trades.some(({ ids }) => Number(BigInt(ids) >> 192n) === 1)
        ? refused('MAKER_FEE', 1)
        : undefined;
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.trade(2, { account: c, seq: 1 }, { account: d, seq: 1 });
    await world.agedRound();
    expect(sent()).toEqual([[2]]);
    expect(world.alarms()).toEqual(['attestation_refused']);
  });

  it('is given up for now when one of its trades settles while the attester refuses another', async () => {
    const legs = tradeLegs(2, { account: c, seq: 1 }, { account: d, seq: 1 });
    const attest = world.attester.attest.bind(world.attester);
    world.attester.attest = async () => {
      world.attester.attest = attest;
      const place = { transaction: hash(`0x${'77'.repeat(32)}`), logIndex: 0 };
      await world.tell(world.chain.mine([settledFact(legs, place)]), world.chain.final(2));
      return refused('UNREPORTED', 1);
    };
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    for (const leg of legs) await world.leg(leg);
    await world.agedRound();
    expect(world.stages()).toEqual({ 1: 'open' });
    await world.clock.advance(500);
    await world.round();
    expect(sent()).toEqual([[1]]);
  });

  it('is remembered as attested until no block can take it', async () => {
    await world.trade(1, { account: a, seq: 1 }, { account: b, seq: 1 });
    await world.agedRound();
    await world.clock.advance(2_000);
    await world.tell(world.chain.mine(), world.chain.final(2));
    await world.restart();
    expect(world.store.table('drafts').size).toBe(1);
    await world.clock.advance(LIMITS.validForSeconds * 1_000);
    await world.tell(world.chain.mine(), world.chain.final(3));
    expect(world.store.table('drafts').size).toBe(0);
  });
});
