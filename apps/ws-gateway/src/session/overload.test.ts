import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import {
  addressOf,
  ALICE,
  BOB,
  type Client,
  GatewayWorld,
  orderFact,
  signedLogin,
  signedOrder,
} from '../../test/gateway.fixture';

const TOO_MUCH =
  /^UNAVAILABLE: more is asked for than can be answered in time; nothing was done, try again in \d+ s$/;
/** Points that never are in the way. */
const RAISED = 1_000_000_000;

describe('an account-service that doesn’t keep up', () => {
  let world: GatewayWorld;
  let alice: Client;
  let bob: Client;
  let order: Record<string, unknown>;
  const asked = (kind: string) => world.owners.asked.filter((one) => one.kind === kind).length;
  const refused = (client: Client) => client.packets.filter(([, event]) => event === 'e');

  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins({ pointTenths: RAISED });
    [alice, bob] = [world.connect(), world.connect()];
    await alice.login();
    await bob.login(BOB);
    order = await signedOrder(ALICE);
    world.owners.answer(accountCommands.placeOrder, () => undefined);
  });

  it('is sent no order after one that it hasn’t answered for half a second, and says when to try again', async () => {
    await alice.send({ ...order, rid: 1 });
    await world.clock.advance(400);
    await alice.send({ ...order, rid: 2 });
    expect(asked('place-order')).toBe(2);
    await world.clock.advance(200);
    await alice.send({ ...order, rid: 3 });
    expect(asked('place-order')).toBe(2);
    expect(refused(alice)).toEqual([[0, 'e', expect.stringMatching(TOO_MUCH), 3]]);
  });

  it('has orders refused by their name alone, whatever else they say, and other commands read as ever', async () => {
    await alice.send({ ...order, rid: 1 });
    await world.clock.advance(600);
    await alice.send({ c: 'placeOrder', rid: 2, market: 7 }, { c: 'cancelOrder', id: 'x', rid: 3 });
    expect(refused(alice)).toEqual([
      [0, 'e', expect.stringMatching(TOO_MUCH), 2],
      [0, 'e', expect.stringMatching(/^INVALID_FIELD: /), 3],
    ]);
    expect(asked('cancel-order')).toBe(0);
  });

  it('is sent fewer when it drops what came to its turn too late', async () => {
    const drops: (() => void)[] = [];
    const late = { ...reject('UNAVAILABLE', 'too late, try again in 1 s'), retryAfterMs: 1_000 };
    world.owners.answer(
      accountCommands.placeOrder,
      () => new Promise((resolve) => drops.push(() => resolve(late))),
    );
    for (let rid = 1; rid <= 40; rid += 1) await alice.send({ ...order, rid });
    await world.clock.advance(3_600);
    for (const drop of drops.splice(0)) drop();
    await world.settle();
    expect(refused(alice)).toHaveLength(40);
    expect(refused(alice)[0]).toEqual([0, 'e', 'UNAVAILABLE: too late, try again in 1 s', 1]);
    for (let rid = 41; rid <= 100; rid += 1) await alice.send({ ...order, rid });
    // Half of what may be under way, which was 128 and is 64 now: nobody has more than what is left free.
    expect(drops).toHaveLength(32);
  });

  it('still gets cancels, withdrawals and logins', async () => {
    await alice.send({ ...order, rid: 1 });
    await world.clock.advance(600);
    await alice.send({ c: 'cancelOrder', id: 5, rid: 2 });
    expect(asked('cancel-order')).toBe(1);
    const late = world.connect();
    await late.login();
    expect(asked('authenticate')).toBe(3);
  });

  it('keeps no order waiting for a cancel, and no cancel behind it', async () => {
    world.owners.answer(accountCommands.cancelOrder, () => undefined);
    await bob.send({ c: 'cancelOrder', id: 4, rid: 1 }, { ...order, rid: 2 });
    await alice.send({ ...order, rid: 1 });
    await world.clock.advance(600);
    await alice.send(
      { c: 'cancelOrder', id: 5, rid: 2 },
      { ...order, rid: 3 },
      { c: 'cancelOrder', id: 6, rid: 4 },
    );
    expect(refused(alice)).toEqual([[0, 'e', expect.stringMatching(TOO_MUCH), 3]]);
    expect(asked('cancel-order')).toBe(3);
  });

  it('gets no more than it answers in time, whatever is offered, and everything is answered or refused at once', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    world.owners.answer(
      accountCommands.placeOrder,
      ({ origin }) =>
        new Promise((resolve) => {
          waiting.push(() => {
            world.owners.notify(addressOf(ALICE), [orderFact(1)], origin as Origin);
            resolve({ accountSeq: 0, orderId: 1 });
          });
        }),
    );
    let rid = 0;
    for (let step = 0; step < 400; step += 1) {
      rid += 1;
      for (let at = 0; at < 4; at += 1) await alice.send({ ...order, rid });
      most = Math.max(most, waiting.length);
      waiting.shift()?.();
      await world.clock.advance(10);
    }
    // A hundred in a second: in 300 ms it answers 30. What is ahead of that was sent before it was known.
    expect(waiting.length).toBeLessThan(60);
    expect(most).toBeLessThan(300);
    for (const [, , text] of refused(alice)) expect(text).toMatch(TOO_MUCH);
    expect(refused(alice).length).toBeGreaterThan(1_000);
  });

  it('isn’t kept from one account by another that asks for all of it', async () => {
    for (let at = 0; at < 300; at += 1) await alice.send({ ...order, rid: at });
    expect(refused(alice).length).toBeGreaterThan(100);
    world.owners.answer(accountQueries.feeTierQuery, () => ({
      accountSeq: 0,
      feeTier: { volume: '0', makerPpm: 0, takerPpm: 2500 },
    }));
    bob.takePackets();
    for (let at = 0; at < 50; at += 1) await bob.send({ c: 'getFeeTier', rid: at });
    expect(refused(bob)).toEqual([]);
  });
});

describe('many clients that come again', () => {
  it('are logged in at the pace at which account-service answers, and nobody is cut off', async () => {
    const world = await GatewayWorld.open();
    world.owners.acceptLogins();
    const accept = world.owners.answers.get('authenticate');
    const waiting: (() => void)[] = [];
    let most = 0;
    world.owners.answer(
      accountCommands.authenticate,
      (request) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(accept?.(request)));
          most = Math.max(most, waiting.length);
        }),
    );
    const clients = Array.from({ length: 600 }, (_, at) =>
      world.connect({}, undefined, `192.0.2.${at % 200}`),
    );
    const login = await signedLogin(ALICE, 1);
    for (const client of clients) await client.send(login);
    const gone = clients[500];
    gone?.connection.end();
    // Forty in a second: the last ones wait three times as long as an answer may take.
    for (let at = 0; at < 601; at += 1) {
      waiting.shift()?.();
      await world.clock.advance(25);
    }
    const loggedIn = clients.filter(({ packets }) => packets.some(([, event]) => event === 'auth'));
    expect(loggedIn).toHaveLength(599);
    expect(clients.filter(({ packets }) => packets.some(([, event]) => event === 'e'))).toEqual([]);
    // As many as it answers in 200 ms, and the first guess.
    expect(most).toBeLessThan(40);
    expect(world.owners.asked.filter(({ kind }) => kind === 'authenticate')).toHaveLength(599);
  });
});
