import { SignerRefusedError } from '@exchange/edge/keys';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { amount, entryId, hash, tradeId } from '@exchange/core/kernel';
import {
  arbiterWithdrawal,
  delegateRemoval,
  delegation,
  minimumNonce,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import type { CosignRequest } from '@exchange/core/message';
import { type SignatureLike, verifyTypedData, Wallet } from 'ethers';
import { account, AttesterWorld, COSIGNER_SECRET, DOMAIN, ETH } from '../test/attester-world.fixture';

let world: AttesterWorld;

type CosignedWithdrawal = Extract<CosignRequest, { kind: 'withdrawal' }>;

const request = (change: Partial<CosignedWithdrawal> = {}): CosignedWithdrawal => ({
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
  world = new AttesterWorld();
  await world.start();
  world.chain.balances.set(`${account('0a')}:${account('da')}`, 10_000n);
  await world.minedRound();
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

  it('lets one that a remote signer refuses keep no other waiting, and asks for it again', async () => {
    const { cosigner } = world;
    const full = new SignerRefusedError('VALUE_PER_HOUR', 'enough for now');
    let refused = 0;
    world.cosigner = {
      ...cosigner,
      sign: (statement) => ((refused += 1) === 1 ? Promise.reject(full) : cosigner.sign(statement)),
    };
    await world.cosign(request(), request({ entryId: entryId(8), nonce: 2 ** 52 + 8 }));
    await world.round();
    expect(world.news()).toMatchObject([{ entryId: 8 }]);
    await world.round();
    expect(world.news()).toMatchObject([{ entryId: 8 }, { entryId: 7 }]);
  });

  it('lets withdrawals wait that were asked for before figures differ, until they agree again', async () => {
    const delegate = account('de');
    const removal = { kind: 'delegate_removal', account: account('0a'), delegate } as const;
    await world.cosign(request());
    await world.verdict('differs');
    await world.cosign({ ...removal, deadline: request().deadline });
    await world.round();
    await world.restart();
    await world.cosign(request({ entryId: entryId(8), nonce: 2 ** 52 + 8 }));
    await world.minedRound();
    expect(world.news()).toMatchObject([{ kind: 'removal_signed' }]);
    await world.verdict('agrees');
    await world.round();
    expect(world.news()).toMatchObject([{ kind: 'removal_signed' }, { entryId: 7 }, { entryId: 8 }]);
    await world.restart();
    expect(world.state.pause.isOn).toBe(false);
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
    world.chain.balances.clear();
    await world.cosign(request({ deadline: Math.floor(world.clock.now() / 1_000) + 5 }));
    await world.clock.advance(10_000);
    await world.minedRound();
    world.chain.balances.set(`${account('0a')}:${account('da')}`, 10_000n);
    await world.minedRound();
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

  it('does not void a trade of the key, order or nonce that is not final by its own record', async () => {
    const [alice, bob] = [account('0a'), account('0b')];
    const deadline = Math.floor(world.clock.now() / 1_000) + 3_600;
    const legs = await world.trade(1, alice, bob);
    const [{ orderHash: digest, order }] = legs;
    const { sellToken: token, nonce } = order.terms;
    await world.cosign(
      { kind: 'delegate_removal', account: alice, delegate: alice, deadline },
      { kind: 'order_cancellation', account: alice, digest, deadline },
      { kind: 'minimum_nonce', account: alice, token, minNonce: nonce + 1, deadline },
      // None of these is of the trade.
      { kind: 'order_cancellation', account: bob, digest, deadline },
      { kind: 'minimum_nonce', account: alice, token, minNonce: nonce, deadline },
      { kind: 'minimum_nonce', account: alice, token: account('da'), minNonce: nonce + 1, deadline },
    );
    await world.minedRound();
    const signed = () => world.news().map(({ kind }) => kind);
    const free = ['cancellation_signed', 'minimum_nonce_signed', 'minimum_nonce_signed'];
    expect(signed()).toEqual(free);
    world.chain.settle(legs);
    await world.minedRound();
    expect(signed()).toEqual([...free, 'removal_signed', 'cancellation_signed', 'minimum_nonce_signed']);
  });

  it('signs a minimum nonce as the contract wants it', async () => {
    const message = {
      ...{ account: account('0a'), token: account('da'), minNonce: 77 },
      deadline: Math.floor(world.clock.now() / 1_000) + 3_600,
    };
    await world.cosign({ kind: 'minimum_nonce', ...message });
    await world.round();
    const [news] = world.news();
    if (news?.kind !== 'minimum_nonce_signed') throw new Error('not signed');
    const wanted = minimumNonce(DOMAIN, { ...message, minNonce: 77n });
    expect(verifyTypedData(wanted.domain, wanted.types, wanted.message, news.signature)).toBe(
      new Wallet(COSIGNER_SECRET).address,
    );
  });
});

describe('co-signing a withdrawal', () => {
  const alice = account('0a');
  const [eth, held] = [ETH, (units: bigint) => world.chain.balances.set(`${alice}:${ETH}`, units)];
  const withdrawal = (units: bigint, change: Partial<CosignedWithdrawal> = {}) =>
    request({ token: eth, amount: amount(units), ...change });
  const signed = () => world.news().map((news) => (news.kind === 'signed' ? news.entryId : 0));

  it('waits until the contract holds enough besides what the account sold and is not settled', async () => {
    held(60_000n);
    const legs = await world.trade(1, alice, account('0b'), { rebate: '5' });
    await world.minedRound();
    // 50 000 less a rebate of 5 leave the account.
    await world.cosign(withdrawal(10_006n));
    await world.cosign(withdrawal(10_005n, { entryId: entryId(8), nonce: 2 ** 52 + 1 }));
    await world.minedRound();
    expect(signed()).toEqual([8]);
    world.chain.settle(legs);
    held(60_000n - 49_995n);
    world.chain.used.add(`${alice}:${2 ** 52 + 1}`);
    await world.minedRound();
    expect(signed()).toEqual([8]);
    held(10_006n);
    await world.minedRound();
    expect(signed()).toEqual([8, 7]);
    expect(world.alarms()).toEqual([]);
  });

  it('asks for a balance once for each final block, however often it looks', async () => {
    held(5n);
    await world.cosign(withdrawal(10n), withdrawal(11n, { entryId: entryId(8), nonce: 2 ** 52 + 1 }));
    await world.minedRound();
    const read = world.chain.balancesRead;
    expect(read).toBeGreaterThan(0);
    for (let looks = 0; looks < 3; looks++) await world.round();
    expect(world.chain.balancesRead).toBe(read);
    held(10n);
    await world.minedRound();
    expect(signed()).toEqual([7]);
    expect(world.chain.balancesRead).toBe(2 * read);
  });

  it('counts what bought tokens bring only once they are settled', async () => {
    held(0n);
    await world.trade(1, account('0b'), alice);
    await world.cosign(withdrawal(1n));
    await world.minedRound();
    expect(signed()).toEqual([]);
  });

  it('counts each signature that is out, also those that the account gave itself', async () => {
    held(100n);
    const next = (index: number) => ({ entryId: entryId(10 + index), nonce: 2 ** 52 + index });
    await world.cosign(withdrawal(60n, next(0)), withdrawal(60n, next(1)), withdrawal(30n, next(2)));
    await world.minedRound();
    expect(signed()).toEqual([10, 12]);
    await world.restart();
    await world.submit({
      ...{ entryId: entryId(90), account: alice, token: eth, amount: amount(50n), fee: amount(0n) },
      ...{ scheme: 'short', receiver: alice, maxFee: amount(0n), deadline: 2 ** 32 - 1, nonce: 5 },
      signature: { v: 27, r: hash(`0x${'11'.repeat(32)}`), s: hash(`0x${'22'.repeat(32)}`) },
    });
    // Both are used, but what the account signed is still out.
    for (const index of [0, 2]) world.chain.used.add(`${alice}:${2 ** 52 + index}`);
    await world.minedRound();
    expect(signed()).toEqual([10, 12]);
    const failed = { kind: 'withdrawal_failed', account: alice, reason: 'BALANCE', refused: true } as const;
    await world.settlement({ ...failed, entryId: entryId(90) });
    await world.minedRound();
    expect(signed()).toEqual([10, 12, 11]);
  });

  it('is free again when the time of one that was signed is finally over', async () => {
    held(100n);
    const soon = Math.floor(world.clock.now() / 1_000) + 60;
    await world.cosign(withdrawal(100n, { deadline: soon }));
    await world.minedRound();
    await world.cosign(withdrawal(100n, { entryId: entryId(8), nonce: 2 ** 52 + 1 }));
    await world.clock.advance(59_000);
    await world.minedRound();
    expect(signed()).toEqual([7]);
    await world.clock.advance(2_000);
    await world.minedRound();
    expect(signed()).toEqual([7, 8]);
  });

  it('is not made by a trade that was reversed, nor stopped', async () => {
    held(50_000n);
    await world.trade(1, alice, account('0b'));
    await world.cosign(withdrawal(50_000n));
    await world.minedRound();
    expect(signed()).toEqual([]);
    const trades = [{ tradeId: tradeId(1), maker: alice, taker: account('0b') }];
    await world.settlement({ kind: 'reversed', trades });
    await world.minedRound();
    expect(signed()).toEqual([7]);
  });
});
