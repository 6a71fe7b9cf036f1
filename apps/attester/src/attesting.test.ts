import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash, replacementId, tradeId } from '@exchange/core/kernel';
import { type AttestationReply, type AttestationRequest, settleLeg } from '@exchange/core/message';
import { unpackedBatch } from '@exchange/core/settlement';
import { batchStatement, SignerRefusedError, SignerUnreachableError } from '@exchange/edge/keys';
import { Signature, verifyTypedData, Wallet } from 'ethers';
import { account, ATTESTER_SECRET, AttesterWorld, DOMAIN, tradeLegs } from '../test/attester-world.fixture';

const [alice, bob, carol] = [account('0a'), account('0b'), account('0c')];
let world: AttesterWorld;

beforeEach(async () => {
  world = new AttesterWorld();
  await world.start();
  await world.minedRound();
});

afterEach(() => world.stop());

const refusedFor = (reason: string, ...tradeIds: number[]) => ({ kind: 'refused', reason, tradeIds });

function signerOf(
  { batchId, validUntil, orders, trades }: AttestationRequest,
  reply: AttestationReply,
): string {
  if (reply.kind !== 'attested') throw new Error(`refused: ${reply.reason}`);
  const batch = unpackedBatch(orders, trades) ?? { orders: [], trades: [] };
  const statement = batchStatement({ domain: DOMAIN, batchId: BigInt(batchId), validUntil, batch });
  const { domain, types, message } = statement;
  return verifyTypedData(domain, types, message, Signature.from({ r: reply.r, yParityAndS: reply.vs }));
}

describe('attesting', () => {
  it('signs a batch of trades that engine and ledger agree about, as the contract wants it', async () => {
    const trades = [await world.trade(1, alice, bob), await world.trade(2, alice, carol)];
    const request = world.batch(trades);
    expect(signerOf(request, await world.attest(request))).toBe(new Wallet(ATTESTER_SECRET).address);
    expect(world.alarms()).toEqual([]);
  });

  it('signs the same batch again with the same signature, also after a restart, and stores it once', async () => {
    const request = world.batch([await world.trade(1, alice, bob)]);
    const first = await world.attest(request);
    await world.restart();
    expect(await world.attest(request)).toEqual(first);
    expect(world.store.table('attestations').size).toBe(1);
  });

  it('says at once that its key is away, keeps nothing of it, and signs when it is back', async () => {
    const request = world.batch([await world.trade(1, alice, bob)]);
    const { attester } = world;
    const away = [new SignerUnreachableError('away'), new SignerRefusedError('RATE', 'enough for now')];
    for (const error of away) {
      world.attester = { ...attester, attest: () => Promise.reject(error) };
      expect(await world.attest(request)).toEqual(refusedFor('KEY_AWAY'));
    }
    expect(world.store.table('attestations').size).toBe(0);
    world.attester = attester;
    expect(await world.attest(request)).toMatchObject({ kind: 'attested' });
  });

  it('waits for the report, and for both legs, without an alarm', async () => {
    const legs = tradeLegs(1, alice, bob);
    const request = world.batch([legs]);
    expect(await world.attest(request)).toEqual(refusedFor('UNKNOWN_TRADE', 1));
    await world.legs(...legs);
    expect(await world.attest(request)).toEqual(refusedFor('UNREPORTED', 1));
    await world.report(legs);
    expect(await world.attest(request)).toMatchObject({ kind: 'attested' });
    const other = tradeLegs(2, alice, bob);
    await world.report(other);
    await world.legs(other[0]);
    expect(await world.attest(world.batch([other], { batchId: 2 }))).toEqual(refusedFor('ONE_SIDED', 2));
    expect(world.alarms()).toEqual([]);
  });

  it('never signs what the engine did not report like that, whatever the ledger says, and alarms', async () => {
    const [maker, taker] = tradeLegs(1, alice, bob);
    await world.report([maker, taker]);
    const more = (leg: typeof maker) =>
      settleLeg.read({ ...(settleLeg.write(leg) as object), sold: '50001', bought: '50001' });
    const legs = [more(maker), more(taker)] as const;
    await world.legs(...legs);
    expect(await world.attest(world.batch([legs]))).toEqual(refusedFor('MAKER_AMOUNT', 1));
    expect(world.alarms()).toEqual(['attestation_refused']);
  });

  it('never signs a trade whose reversal was announced, though it was attested before, and says so', async () => {
    const legs = await world.trade(1, alice, bob);
    const request = world.batch([legs]);
    await world.attest(request);
    await world.settlement({ kind: 'reversed', trades: [{ tradeId: tradeId(1), maker: alice, taker: bob }] });
    expect(world.alarms()).toEqual(['reversed_while_attested']);
    await world.restart();
    expect(await world.attest(request)).toEqual(refusedFor('REVERSED', 1));
    world.chain.settle(legs);
    await world.minedRound();
    expect(world.alarms()).toEqual([
      'reversed_while_attested',
      'attestation_refused',
      'reversed_trade_settled',
    ]);
  });

  it('knows a reversal that it hears of before the trade', async () => {
    await world.settlement({ kind: 'reversed', trades: [{ tradeId: tradeId(1), maker: alice, taker: bob }] });
    const request = world.batch([await world.trade(1, alice, bob)]);
    expect(await world.attest(request)).toEqual(refusedFor('REVERSED', 1));
  });

  it('gives a batch id one content for as long as that may be mined, and trials none', async () => {
    const [one, two] = [await world.trade(1, alice, bob), await world.trade(2, alice, carol)];
    const now = Math.floor(world.clock.now() / 1_000);
    for (const trades of [[one], [one, two]]) {
      const trial = world.batch(trades, { batchId: 0, validUntil: now + 30 });
      expect(await world.attest(trial)).toMatchObject({ kind: 'attested' });
    }
    await world.attest(world.batch([one]));
    const other = world.batch([one, two]);
    expect(await world.attest(other)).toEqual(refusedFor('BATCH_TAKEN'));
    await world.clock.advance(601_000);
    await world.minedRound();
    expect(world.store.table('attestations').size).toBe(0);
    expect(await world.attest({ ...other, validUntil: other.validUntil + 601 })).toMatchObject({
      kind: 'attested',
    });
  });

  it('attests a trial that is over, with which the contract is asked as of a past block', async () => {
    const trade = await world.trade(1, alice, bob);
    await world.clock.advance(300_000);
    await world.minedRound();
    const validUntil = Math.floor(world.clock.now() / 1_000) - 200;
    const request = world.batch([trade], { batchId: 0, validUntil });
    expect(signerOf(request, await world.attest(request))).toBe(new Wallet(ATTESTER_SECRET).address);
  });

  it('asks for patience while its own node is behind, and alarms for what is too long by its clock, too', async () => {
    const trade = await world.trade(1, alice, bob);
    await world.clock.advance(400_000);
    const now = Math.floor(world.clock.now() / 1_000);
    const [batch, trial] = [
      world.batch([trade], { validUntil: now + 600 }),
      world.batch([trade], { batchId: 0, validUntil: now + 30 }),
    ];
    for (const request of [batch, trial])
      expect(await world.attest(request)).toEqual(refusedFor('CHAIN_UNKNOWN'));
    expect(world.alarms()).toEqual([]);
    expect(await world.attest({ ...batch, validUntil: now + 901 })).toEqual(refusedFor('VALID_TOO_LONG'));
    expect(await world.attest({ ...trial, validUntil: now + 61 })).toEqual(refusedFor('TRIAL_TOO_LONG'));
    expect(world.alarms()).toEqual(['attestation_refused', 'attestation_refused']);
    await world.minedRound();
    for (const request of [batch, trial])
      expect(await world.attest(request)).toMatchObject({ kind: 'attested' });
  });

  it('forgets a trade that is settled, and everything of it', async () => {
    const legs = await world.trade(1, alice, bob);
    await world.attest(world.batch([legs]));
    world.chain.settle(legs);
    world.chain.lacksLogs = true;
    await world.minedRound();
    // The node that says so lacks the log: nothing is concluded.
    expect(world.store.table('trades').size).toBe(1);
    world.chain.lacksLogs = false;
    await world.minedRound();
    expect([world.store.table('trades').size, world.store.table('trade_legs').size]).toEqual([0, 0]);
    expect(await world.attest(world.batch([legs]))).toEqual(refusedFor('UNKNOWN_TRADE', 1));
    expect(world.alarms()).toEqual([]);
  });

  it('attests the replacement of an id that the contract spent on something else, and no more the id', async () => {
    const legs = await world.trade(1, alice, bob);
    const [maker, taker] = legs;
    const replacement = replacementId(tradeId(1));
    const replaced = () =>
      world.batch([
        [
          { ...maker, tradeId: replacement },
          { ...taker, tradeId: replacement },
        ],
      ]);
    expect(await world.attest(replaced())).toEqual(refusedFor('TRADE_ID', replacement));
    world.chain.settle(legs, { makerOrder: hash(`0x${'ff'.repeat(32)}`) });
    await world.minedRound();
    await world.restart();
    expect(await world.attest(world.batch([legs]))).toEqual(refusedFor('TRADE_ID', 1));
    expect(await world.attest(replaced())).toMatchObject({ kind: 'attested' });
    expect(world.alarms()).toEqual(['attested_elsewhere']);
  });

  it('says once that an id is spent on something else, though attested batches carry it, and again of the replacement', async () => {
    const legs = await world.trade(1, alice, bob);
    await world.attest(world.batch([legs]));
    const stolen = { makerOrder: hash(`0x${'ff'.repeat(32)}`) };
    world.chain.settle(legs, stolen);
    for (let looks = 0; looks < 3; looks++) await world.minedRound();
    expect(world.alarms()).toEqual(['attested_elsewhere']);
    world.chain.settle(legs, { ...stolen, tradeId: BigInt(replacementId(tradeId(1))) });
    for (let looks = 0; looks < 3; looks++) await world.minedRound();
    expect(world.alarms()).toEqual(['attested_elsewhere', 'attested_elsewhere']);
  });

  it('takes nothing back for a node that is behind', async () => {
    const request = world.batch([await world.trade(1, alice, bob)], { batchId: 3 });
    const before = world.state.chain.view;
    world.chain.fallBack(5);
    await world.round();
    expect(world.state.chain.view).toEqual(before);
    expect(await world.attest(request)).toMatchObject({ kind: 'attested' });
  });
});
