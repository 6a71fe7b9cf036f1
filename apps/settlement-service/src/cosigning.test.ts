import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { address, amountFrom } from '@exchange/core/kernel';
import type { CosignRequest } from '@exchange/contract/bus';
import { arbiterWithdrawal } from '@exchange/contract/chain';
import { verifyTypedData, Wallet } from 'ethers';
import { account, COSIGNER_SECRET, DOMAIN, SettlementWorld } from './settlement-world.fixture';

let world: SettlementWorld;

type WithdrawalRequest = Extract<CosignRequest, { kind: 'withdrawal' }>;

const request = (change: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  kind: 'withdrawal',
  entryId: 7,
  account: account('0a'),
  token: account('da'),
  amount: '1000',
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
      account: address(asked.account),
      token: address(asked.token),
      amount: amountFrom(asked.amount),
      receiver: address(asked.receiver),
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
    await world.cosign(request(), request({ entryId: 8 }));
    await world.round();
    await world.restart();
    await world.cosign(request({ entryId: 9 }));
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
});
