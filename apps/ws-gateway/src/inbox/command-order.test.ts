import { accountCommands } from '@exchange/contract/bus';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addressOf,
  ALICE,
  BOB,
  type Client,
  GATEWAY,
  GatewayWorld,
  orderFact,
  signedLogin,
  signedOrder,
} from '../../test/gateway.fixture';

const alice = addressOf(ALICE);
const TOLD_MS_MAX = 6_000;

describe('the commands of one connection', () => {
  let world: GatewayWorld;
  let client: Client;
  let before: number;

  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins();
    client = world.connect();
    await client.login();
    client.takePackets();
    before = world.owners.asked.length;
    const { placeOrder, editOrder, cancelOrder, cancelOrders } = accountCommands;
    world.owners.answer(placeOrder, () => ({ accountSeq: 0, orderId: 5 }));
    world.owners.answer(editOrder, () => ({ accountSeq: 0 }));
    world.owners.answer(cancelOrder, () => ({ accountSeq: 0 }));
    world.owners.answer(cancelOrders, () => ({ accountSeq: 0, orders: 1 }));
  });

  const asked = () => world.owners.asked.slice(before).map(({ kind }) => kind);
  /** Nobody tells the outcome of what is under way. */
  const expire = async () => {
    await world.clock.advance(TOLD_MS_MAX);
    world.edge.outcomes.sweep(world.clock.now());
    await world.settle();
  };
  /** The outcome of the connection's nth command; the login was the first. */
  const decided = async (command: number, active = false) => {
    const origin = { gateway: GATEWAY, connection: client.connection.id, command };
    world.owners.notify(alice, [orderFact(3, active)], origin);
    await world.settle();
  };

  it.each([
    ['cancelOrder', { c: 'cancelOrder', cid: 3 }, 'cancel-order'],
    ['cancelOrders', { c: 'cancelOrders' }, 'cancel-orders'],
    ['editOrder', { c: 'editOrder', cid: 3, hidden: true }, 'edit-order'],
  ])('that may use what %s frees wait for its outcome, and all after them', async (_, first, kind) => {
    await client.send(first, await signedOrder(ALICE), { c: 'ping', rid: 9 });
    expect([asked(), client.packets]).toEqual([[kind], []]);
    await decided(2);
    expect(asked()).toEqual([kind, 'place-order']);
    expect(client.packets.map(([, event, , rid]) => [event, rid])).toEqual([
      ['o', undefined],
      ['p', 9],
    ]);
  });

  it.each([
    ['getActiveOrderSnapshot', {}, 'active-orders'],
    ['getOrder', { id: 3 }, 'order'],
    ['getOrderTerms', { id: 3 }, 'order'],
    ['getBalanceSnapshot', {}, 'balances'],
    ['getFeeTier', {}, 'fee-tier'],
    ['getHistoricalOrders', {}, 'historical-orders'],
    ['getHistoricalLedgerEntries', {}, 'historical-entries'],
    ['getUserTrades', {}, 'user-trades'],
    ['getUserFills', {}, 'user-trades'],
    ['getTrace', { orderId: 3 }, 'trace'],
    ['logoff', {}, 'logoff'],
  ])('that may show what a cancel or an edit comes to wait for it: %s', async (c, fields, kind) => {
    await client.send({ c: 'editOrder', id: 3, hidden: true }, { c: 'cancelOrder', id: 3 }, { c, ...fields });
    expect(asked()).toEqual(['edit-order', 'cancel-order']);
    await decided(2, true);
    expect(asked()).not.toContain(kind);
    await decided(3);
    expect(asked()).toEqual(['edit-order', 'cancel-order', kind]);
  });

  it('wait for cancelOrders until all its cancels are decided, not for its first answer', async () => {
    world.owners.answer(accountCommands.cancelOrders, () => ({ accountSeq: 0, orders: 2, endTold: true }));
    await client.send({ c: 'cancelOrders', rid: 4 }, { c: 'getBalanceSnapshot' });
    await decided(2);
    expect(client.takePackets().map(([, event, , rid]) => [event, rid])).toEqual([['o', undefined]]);
    expect(asked()).toEqual(['cancel-orders']);
    const ended = [{ gateway: GATEWAY, connection: client.connection.id, command: 2 }];
    world.owners.notify(alice, [orderFact(4, false)]);
    world.owners.notify(alice, [], undefined, { ended });
    await world.settle();
    expect(asked()).toEqual(['cancel-orders', 'balances']);
  });

  it('wait no longer than 5 s for cancels of which the end is never told, and that is no unknown outcome', async () => {
    world.owners.answer(accountCommands.cancelOrders, () => ({ accountSeq: 0, orders: 2, endTold: true }));
    await client.send({ c: 'cancelOrders', rid: 4 }, { c: 'getBalanceSnapshot' });
    await decided(2);
    client.takePackets();
    await expire();
    expect(client.packets).toEqual([]);
    expect(asked()).toEqual(['cancel-orders', 'balances']);
  });

  it('that need nothing of it go on, more cancels too', async () => {
    await client.send({ c: 'cancelOrder', id: 3 }, { c: 'ping', rid: 9 }, { c: 'cancelOrder', id: 4 });
    expect(asked()).toEqual(['cancel-order', 'cancel-order']);
    expect(client.packets).toEqual([[0, 'p', 'pong', 9]]);
    await client.send(await signedOrder(ALICE));
    await decided(2);
    expect(asked()).not.toContain('place-order');
    await decided(4);
    expect(asked()).toContain('place-order');
  });

  it('that place orders wait for no placeOrder, nor for another connection or account', async () => {
    const [first, second] = [await signedOrder(ALICE), await signedOrder(ALICE, { nonce: 2 })];
    await client.send(first, second);
    expect(asked()).toEqual(['place-order', 'place-order']);
    await client.send({ c: 'cancelOrders' });
    const others = [world.connect(), world.connect()];
    await others[0]?.login(ALICE);
    await others[1]?.login(BOB);
    for (const other of others) await other.send({ c: 'getBalanceSnapshot' });
    expect(asked().filter((kind) => kind === 'balances')).toHaveLength(2);
  });

  it('that wait go on when the cancel is refused', async () => {
    world.owners.answer(accountCommands.cancelOrder, () => ({ code: 'ORDER_NOT_OPEN', message: 'gone' }));
    await client.send({ c: 'cancelOrder', id: 3 }, await signedOrder(ALICE));
    expect(asked()).toEqual(['cancel-order', 'place-order']);
  });

  it('that waited for 5 s are refused and never applied late, but what only looks is answered', async () => {
    const order = await signedOrder(ALICE);
    await client.send({ c: 'cancelOrder', id: 3, rid: 1 }, { ...order, rid: 2 }, { c: 'getFeeTier' });
    await expire();
    expect(client.packets.map(([, event, text, rid]) => [event, String(text).split(':')[0], rid])).toEqual([
      ['e', 'UNKNOWN_OUTCOME', 1],
      ['e', 'DEADLINE_PASSED', 2],
    ]);
    expect(asked()).toEqual(['cancel-order', 'fee-tier']);
  });

  it('carry the deadline of when they came, not of when they could go on', async () => {
    const cameAt = world.clock.now();
    await client.send({ c: 'cancelOrder', id: 3 }, await signedOrder(ALICE));
    await world.clock.advance(3_000);
    await decided(2);
    const [, placed] = world.owners.asked.slice(before);
    expect(placed).toMatchObject({ kind: 'place-order', request: { deadline: cameAt + 3_500 } });
  });

  it('that wait are gone with the connection', async () => {
    await client.send({ c: 'cancelOrder', id: 3 }, await signedOrder(ALICE));
    client.connection.end();
    await decided(2);
    await expire();
    expect(asked()).toEqual(['cancel-order']);
    expect(world.edge.outcomes.empty).toBe(true);
  });

  it('go on as the next login’s when the connection logs in again, after what came before', async () => {
    await client.send({ c: 'cancelOrder', id: 3, rid: 1 }, await signedLogin(BOB, 2), { c: 'getFeeTier' });
    expect(asked()).toEqual(['cancel-order']);
    await decided(2);
    expect(client.packets.map(([, event, , rid]) => [event, rid]).slice(0, 2)).toEqual([
      ['o', undefined],
      ['auth', 2],
    ]);
    expect(asked()).toEqual(['cancel-order', 'authenticate', 'fee-tier']);
  });

  it('are not more than 500 that wait', async () => {
    await client.send({ c: 'cancelOrder', id: 3 });
    for (let more = 0; more < 500; more += 1) await client.send({ c: 'getFeeTier' });
    await client.send({ c: 'getFeeTier', rid: 7 });
    expect(client.packets).toMatchObject([[0, 'e', expect.stringContaining('RATE_LIMITED'), 7]]);
  });
});
