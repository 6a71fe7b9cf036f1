import { accountCommands, accountNotice, accountQueries, operatorCommands } from '@exchange/contract/bus';
import { type Address, address, partitionOf } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import { MemoryDatabase } from '@exchange/test/kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { AccountWorld, alice, aliceAddress, ETH, ONE } from '../../test/account-world.fixture';
import { AccountPoints } from './account-points';

const stranger = new Wallet(`0x${'57'.repeat(32)}`);
const strangerAddress = address(stranger.address);
let loginNonce = 1_000;

/** A connection at one of the gateways, logged in. */
async function connect(world: AccountWorld, key: Wallet, gateway: string, connection: number) {
  loginNonce += 1;
  const account = address(key.address);
  const message = `log in ${loginNonce}`;
  const signature = parseSignature(await key.signMessage(message));
  if (!signature.ok) throw new Error(signature.message);
  const origin = { gateway, connection, command: 1 };
  const login = await world.askFor(
    account,
    accountCommands.authenticate,
    {
      ...{ origin, deadline: world.deadline, account, message, nonce: loginNonce },
      ...{ signature: signature.value, byDelegate: false },
    },
    gateway,
  );
  if (!login.ok) throw new Error(login.message);
  const { grant } = login.value;
  const outcome = (reply: { ok: boolean } & object) => ('code' in reply ? String(reply.code) : 'ok');
  return {
    login: login.value,
    /** 1 point. */
    feeTier: async () =>
      outcome(await world.askFor(account, accountQueries.feeTierQuery, { grant }, gateway)),
    /** 2 points. */
    cancelAll: async () =>
      outcome(
        await world.askFor(
          account,
          accountCommands.cancelOrders,
          { grant, origin, deadline: world.deadline },
          gateway,
        ),
      ),
  };
}

const setLimit = (world: AccountWorld, account: Address, pointTenths: number | null) =>
  world.order(operatorCommands.setAccountLimits, { account, pointTenths }, partitionOf(account));

describe('the points of an account', () => {
  let world: AccountWorld;
  beforeEach(async () => {
    world = await AccountWorld.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.stop();
  });

  it('are exactly 50 in any 10 s over two connections at two gateways', async () => {
    const first = await connect(world, stranger, 'ws-1', 1);
    const second = await connect(world, stranger, 'ws-2', 1);
    const both = [first, second];
    for (let at = 0; at < 48; at += 1) expect(await both[at % 2]?.feeTier()).toBe('ok');
    await world.clock.advance(9_999);
    expect(await first.cancelAll()).toBe('ok');
    expect(await Promise.all(both.map((one) => one.feeTier()))).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    await world.clock.advance(1);
    // Only the 2 points of a moment ago count, and what was refused cost nothing.
    const outcomes: (string | undefined)[] = [];
    for (let at = 0; at < 49; at += 1) outcomes.push(await both[at % 2]?.feeTier());
    expect(outcomes).toEqual([...Array<string>(48).fill('ok'), 'RATE_LIMITED']);
  });

  it('refused have no effect', async () => {
    await world.deposit(aliceAddress, ETH, 2n * ONE);
    const connection = await connect(world, alice, 'ws-1', 1);
    for (let at = 0; at < 50; at += 1) await connection.feeTier();
    const before = world.notices.length;
    const order = await world.orderRequest(alice, connection.login.grant, world.sell());
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, order)).toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(world.notices).toHaveLength(before);
    await world.clock.advance(10_000);
    const again = { ...order, deadline: world.deadline };
    expect(await world.askFor(aliceAddress, accountCommands.placeOrder, again)).toMatchObject({ ok: true });
  });

  it('spent let no 250 orders of a second connection cost a recovery or a read', async () => {
    const first = await connect(world, stranger, 'ws-1', 1);
    const second = await connect(world, stranger, 'ws-1', 2);
    for (let at = 0; at < 50; at += 1) expect(await first.feeTier()).toBe('ok');
    await world.clock.advance(6_000);
    const order = await world.orderRequest(stranger, second.login.grant, world.sell());
    const origin = { gateway: 'ws-1', connection: 2, command: 2 };
    const recoveries = jest.spyOn(world.crypto, 'recover');
    const reads = jest.spyOn(MemoryDatabase.prototype, 'find');
    const replies = await Promise.all(
      Array.from({ length: 250 }, () =>
        world.askFor(strangerAddress, accountCommands.placeOrder, { ...order, origin }),
      ),
    );
    const refusal = { code: 'RATE_LIMITED', retryAfterMs: 4_000 };
    for (const reply of replies) expect(reply).toMatchObject(refusal);
    const history = { grant: second.login.grant, limit: 50 } as const;
    expect(await world.askFor(strangerAddress, accountQueries.historicalOrdersQuery, history)).toMatchObject(
      refusal,
    );
    expect([recoveries.mock.calls.length, reads.mock.calls.length]).toEqual([0, 0]);
    // What was refused cost the account nothing: its window moves all the same.
    await world.clock.advance(4_000);
    expect(await second.feeTier()).toBe('ok');
  });

  it('are not asked about for a grant that isn’t genuine, nor is a signature recovered for it', async () => {
    const { login } = await connect(world, stranger, 'ws-1', 1);
    const order = await world.orderRequest(stranger, `${login.grant}x`, world.sell());
    const recoveries = jest.spyOn(world.crypto, 'recover');
    expect(await world.askFor(strangerAddress, accountCommands.placeOrder, order)).toMatchObject({
      code: 'INVALID_GRANT',
    });
    expect(recoveries).not.toHaveBeenCalled();
  });

  it('can’t be spent by somebody else', async () => {
    const connection = await connect(world, stranger, 'ws-1', 1);
    const forged = { grant: `${connection.login.grant}x` };
    for (let at = 0; at < 60; at += 1) {
      await world.askFor(strangerAddress, accountQueries.feeTierQuery, forged);
      await world.askFor(
        strangerAddress,
        accountQueries.feeTierQuery,
        { grant: connection.login.grant },
        'ws-9',
      );
    }
    expect(await connection.feeTier()).toBe('ok');
  });

  it('are as many as the operator says, also after a restart, and logins say so', async () => {
    expect((await connect(world, stranger, 'ws-1', 1)).login.pointTenths).toBeUndefined();
    expect(await setLimit(world, strangerAddress, 1_000)).toMatchObject({ ok: true });
    await world.restart();
    const connection = await connect(world, stranger, 'ws-1', 2);
    expect(connection.login.pointTenths).toBe(1_000);
    const outcomes: string[] = [];
    for (let at = 0; at < 101; at += 1) outcomes.push(await connection.feeTier());
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(100);
    await setLimit(world, strangerAddress, null);
    await world.clock.advance(10_000);
    expect((await connect(world, stranger, 'ws-1', 3)).login.pointTenths).toBeUndefined();
    expect(world.notices.filter(({ account }) => account === strangerAddress)).toEqual([]);
  });

  it('that change are told to the gateways of an account on record', async () => {
    await world.deposit(aliceAddress, ETH, ONE);
    await setLimit(world, aliceAddress, 1_000);
    await setLimit(world, aliceAddress, 1_000);
    await world.quiet();
    const told = world.factsFor(aliceAddress).filter(({ kind }) => kind === 'limits');
    expect(told).toEqual([{ kind: 'limits', pointTenths: 1_000 }]);
    expect(accountNotice.readers).toEqual(['ws-gateway']);
  });

  it('that don’t count any more take no memory', () => {
    const points = new AccountPoints();
    points.charge(strangerAddress, 5, 0);
    points.sweep(9_999);
    expect(points.size).toBe(1);
    points.sweep(10_000);
    expect(points.size).toBe(0);
  });
});
