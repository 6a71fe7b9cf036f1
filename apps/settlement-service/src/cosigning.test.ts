import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { amount, entryId, hash, present } from '@exchange/core/kernel';
import {
  arbiterWithdrawal,
  delegateRemoval,
  delegation,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import type { CosignRequest } from '@exchange/core/message';
import { type SignatureLike, verifyTypedData, Wallet } from 'ethers';
import { account, COSIGNER_SECRET, DOMAIN, SettlementWorld } from '../test/settlement-world.fixture';

let world: SettlementWorld;

type WithdrawalRequest = Extract<CosignRequest, { kind: 'withdrawal' }>;

const request = (change: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  kind: 'withdrawal',
  entryId: entryId(7),
  account: account('0a'),
  token: account('da'),
  amount: amount(1_000n),
  receiver: account('0a'),
  nonce: 2 ** 52,
  deadline: Math.floor(world.clock.now() / 1_000) + 3_600,
  ...change,
});

beforeEach(async () => {
  world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
});

afterEach(() => world.stop());

describe('co-signing', () => {
  it('signs the withdrawal that was asked for, as the contract wants it', async () => {
    const asked = request();
    await world.cosign(asked);
    await world.round();
    const [news] = world.news();
    if (news?.kind !== 'signed') throw new Error('not signed');
    const { domain, types, message } = arbiterWithdrawal(DOMAIN, {
      account: asked.account,
      token: asked.token,
      amount: asked.amount,
      receiver: asked.receiver,
      nonce: BigInt(asked.nonce),
      deadline: asked.deadline,
    });
    expect(verifyTypedData(domain, types, message, news.signature)).toBe(new Wallet(COSIGNER_SECRET).address);
    expect(news).toMatchObject({ entryId: 7, nonce: asked.nonce, deadline: asked.deadline });
  });

  it('answers the same request again with the same signature, also after a restart', async () => {
    await world.cosign(request());
    await world.round();
    await world.restart();
    await world.cosign(request());
    await world.round();
    const [first, second, ...more] = world.news();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  it('signs after a restart what was asked for before', async () => {
    await world.cosign(request());
    await world.restart();
    await world.round();
    expect(world.news()).toMatchObject([{ kind: 'signed', entryId: 7 }]);
  });

  it.each([
    ['a nonce of the account, and alarms', { nonce: 2 ** 52 - 1 }, ['cosign_refused']],
    ['to pay somebody else, and alarms', { receiver: account('0b') }, ['cosign_refused']],
    ['a deadline days away, and alarms', { deadline: 4_000_000_000 }, ['cosign_refused']],
    ['a deadline that has passed', { deadline: 1_700_000_000 }, []],
  ])('refuses %s', async (_what, change, alarms) => {
    await world.cosign(request(change));
    await world.round();
    await world.restart();
    await world.cosign(request(change));
    await world.round();
    expect(world.news()).toEqual([]);
    expect(world.alarms()).toEqual(alarms);
  });

  it('refuses a second withdrawal with the same nonce, in the same turn or later', async () => {
    await world.cosign(request(), request({ entryId: entryId(8) }));
    await world.round();
    await world.restart();
    await world.cosign(request({ entryId: entryId(9) }));
    await world.round();
    expect(world.news()).toMatchObject([{ entryId: 7 }]);
    expect(world.alarms()).toEqual(['cosign_refused', 'cosign_refused']);
  });

  it('does not sign what waited beyond its deadline', async () => {
    await world.cosign(request({ deadline: Math.floor(world.clock.now() / 1_000) + 5 }));
    await world.clock.advance(10_000);
    await world.tell(world.chain.mine());
    await world.tell(world.chain.final(2));
    await world.round();
    expect(world.news()).toEqual([]);
    expect(world.alarms()).toEqual(['cosign_late']);
  });

  it('signs the removal of a delegate and the cancellation of an order, each for its own purpose only', async () => {
    const deadline = Math.floor(world.clock.now() / 1_000) + 3_600;
    const delegate = account('de');
    const digest = hash(`0x${'d1'.repeat(32)}`);
    await world.cosign(
      { kind: 'delegate_removal', account: account('0a'), delegate, deadline },
      { kind: 'order_cancellation', account: account('0a'), digest, deadline },
    );
    await world.round();
    const [removal, cancellation] = world.news();
    if (removal?.kind !== 'removal_signed' || cancellation?.kind !== 'cancellation_signed') {
      throw new Error('not signed');
    }
    const signerOf = ({ domain, types, message }: Statement, signature: SignatureLike) =>
      verifyTypedData(domain, types, message, signature);
    const cosigner = new Wallet(COSIGNER_SECRET).address;
    const removed = { account: account('0a'), delegate, deadline };
    expect(signerOf(delegateRemoval(DOMAIN, removed), removal.signature)).toBe(cosigner);
    expect(signerOf(delegation(DOMAIN, removed), removal.signature)).not.toBe(cosigner);
    const elsewhere = { ...DOMAIN, chainId: 1 };
    expect(signerOf(delegateRemoval(elsewhere, removed), removal.signature)).not.toBe(cosigner);
    const canceled = { account: account('0a'), orderHashes: [hash(digest)], deadline };
    expect(signerOf(orderCancellation(DOMAIN, canceled), cancellation.signature)).toBe(cosigner);
  });

  it('repeats a removal signature, also after a restart, and makes another only for another deadline', async () => {
    const deadline = Math.floor(world.clock.now() / 1_000) + 3_600;
    const wanted = {
      kind: 'delegate_removal',
      account: account('0a'),
      delegate: account('de'),
      deadline,
    } as const;
    await world.cosign(wanted);
    await world.round();
    await world.restart();
    await world.cosign(wanted, { ...wanted, deadline: deadline + 1 });
    await world.round();
    const signatures = world.news().map((news) => ('signature' in news ? news.signature.r : ''));
    expect(signatures).toHaveLength(3);
    expect(signatures[1]).toBe(signatures[0]);
    expect(signatures[2]).not.toBe(signatures[0]);
  });

  it('does not void a trade of the key or order that is not final by its own record', async () => {
    const [alice, bob] = [account('0a'), account('0b')];
    const deadline = Math.floor(world.clock.now() / 1_000) + 3_600;
    await world.trade(1, { account: alice, seq: 1 }, { account: bob, seq: 1 });
    const legs = world.legs.get(1) ?? [];
    const digest = present(
      legs.find(({ role }) => role === 'maker'),
      'leg',
    ).orderHash;
    await world.cosign(
      { kind: 'delegate_removal', account: alice, delegate: alice, deadline },
      { kind: 'order_cancellation', account: alice, digest, deadline },
      { kind: 'order_cancellation', account: bob, digest, deadline },
    );
    await world.agedRound();
    const signed = () => world.news().flatMap(({ kind }) => (kind.endsWith('_signed') ? [kind] : []));
    expect(signed()).toEqual(['cancellation_signed']);
    await world.tell(world.chain.mine());
    await world.round();
    expect(signed()).toHaveLength(1);
    await world.tell(world.chain.final(2));
    await world.round();
    expect(signed()).toEqual(['cancellation_signed', 'removal_signed', 'cancellation_signed']);
  });
});
