import { accountCommands, operatorCommands, type RequestOf } from '@exchange/contract/bus';
import { amount, partitionOf } from '@exchange/core/kernel';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AccountWorld,
  alice,
  aliceAddress,
  bob,
  bobAddress,
  ETH,
  ONE,
} from '../../test/account-world.fixture';

describe('an account that an operator freezes', () => {
  let world: AccountWorld;
  beforeEach(async () => (world = await AccountWorld.open()));
  afterEach(async () => {
    await world.stop();
    expect(world.fatal).toEqual([]);
  });

  const { freezeAccount, unfreezeAccount } = operatorCommands;
  const effectsOf = async (
    definition: typeof freezeAccount | typeof unfreezeAccount,
    wish: RequestOf<typeof freezeAccount>,
  ) => {
    const reply = await world.order(definition, wish, partitionOf(wish.account));
    return reply.ok ? reply.value.effects : reply;
  };
  const place = async (nonce: number) => {
    const order = await world.orderRequest(alice, await world.grantOf(alice), world.sell(nonce));
    return world.askFor(aliceAddress, accountCommands.placeOrder, order);
  };
  const withdraw = async () => {
    const origin = { gateway: 'ws-1', connection: 1, command: 900 };
    const authority = { grant: await world.grantOf(alice), origin, deadline: world.deadline };
    const wish = { ...authority, token: ETH, amount: amount(ONE) };
    return world.askFor(aliceAddress, accountCommands.signWithdrawal, wish);
  };
  const messages = (account: typeof aliceAddress) =>
    world.factsFor(account).flatMap((fact) => (fact.kind === 'message' ? [fact.text] : []));

  it('places nothing and withdraws nothing, its orders leave, and what stands is said', async () => {
    await world.deposit(aliceAddress, ETH, 5n * ONE);
    await place(1);
    await withdraw();
    const wish = { account: aliceAddress, cancelOrders: true } as const;
    const effects = [
      { what: 'frozen', of: aliceAddress, before: 'no', after: 'yes' },
      { what: 'orders canceled', of: aliceAddress, count: 1 },
      { what: 'withdrawals to be co-signed', of: aliceAddress, count: 1 },
    ];
    const tried = await world.askFor(aliceAddress, freezeAccount, wish, 'operator-gateway');
    expect(tried).toEqual({ ok: true, value: { effects } });
    expect(await place(2)).toMatchObject({ ok: true });
    expect(await effectsOf(freezeAccount, { account: aliceAddress })).toContainEqual({
      ...{ what: 'open orders left', of: aliceAddress, count: 2 },
    });
    await effectsOf(freezeAccount, wish);
    await world.restart();
    expect(await place(3)).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    expect(await withdraw()).toMatchObject({ code: 'ACCOUNT_FROZEN' });
    expect(world.sentToMarket().filter(({ kind }) => kind === 'cancel')).toMatchObject([
      { reason: 'operator' },
      { reason: 'operator' },
    ]);
    expect(messages(aliceAddress)[0]).toMatch(/^the account was frozen by the operator/);
  });

  it('goes on when it is unfrozen, and both are told once', async () => {
    await world.deposit(aliceAddress, ETH, 5n * ONE);
    for (let times = 0; times < 2; times += 1) await effectsOf(freezeAccount, { account: aliceAddress });
    expect(await effectsOf(unfreezeAccount, { account: aliceAddress })).toEqual([
      { what: 'frozen', of: aliceAddress, before: 'yes', after: 'no' },
    ]);
    expect(await effectsOf(unfreezeAccount, { account: aliceAddress })).toEqual([]);
    expect(await place(1)).toMatchObject({ ok: true });
    await world.quiet();
    expect(messages(aliceAddress)).toHaveLength(2);
  });

  it('may be one that nobody has on record yet', async () => {
    await effectsOf(freezeAccount, { account: bobAddress });
    await world.restart();
    await world.deposit(bobAddress, ETH, 5n * ONE);
    const order = await world.orderRequest(bob, await world.grantOf(bob), world.sell());
    expect(await world.askFor(bobAddress, accountCommands.placeOrder, order)).toMatchObject({
      code: 'ACCOUNT_FROZEN',
    });
  });
});
