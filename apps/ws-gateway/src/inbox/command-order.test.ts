import { accountCommands } from '@exchange/contract/bus';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addressOf,
  ALICE,
  type Client,
  GATEWAY,
  GatewayWorld,
  orderFact,
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
  /** The outcome of the connection's nth command; the login was the first. */
  const decided = async (command: number, active = false) => {
    const origin = { gateway: GATEWAY, connection: client.connection.id, command };
    world.owners.notify(alice, [orderFact(3, active)], origin);
    await world.settle();
  };

  it.each([
    ['cancelOrder', { c: 'cancelOrder', cid: 3 }, 'cancel-order'],
    ['cancelOrders', { c: 'cancelOrders' }, 'cancel-orders'],
  ])('that need what %s frees wait for its outcome, and all after them', async (_, cancel, kind) => {
    await client.send(cancel, await signedOrder(ALICE), { c: 'ping', rid: 9 });
    expect([asked(), client.packets]).toEqual([[kind], []]);
    await decided(2);
    expect(asked()).toEqual([kind, 'place-order']);
    expect(client.packets.map(([, event, , rid]) => [event, rid])).toEqual([
      ['o', undefined],
      ['p', 9],
    ]);
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

  it('that wait go on when the cancel is refused, and when nobody tells its outcome', async () => {
    world.owners.answer(accountCommands.cancelOrder, () => ({ code: 'ORDER_NOT_OPEN', message: 'gone' }));
    await client.send({ c: 'cancelOrder', id: 3 }, await signedOrder(ALICE));
    expect(asked()).toEqual(['cancel-order', 'place-order']);
    world.owners.answer(accountCommands.cancelOrder, () => ({ accountSeq: 0 }));
    await client.send({ c: 'cancelOrder', id: 3 }, await signedOrder(ALICE, { nonce: 2 }));
    expect(asked().slice(2)).toEqual(['cancel-order']);
    await world.clock.advance(TOLD_MS_MAX);
    world.edge.outcomes.sweep(world.clock.now());
    await world.settle();
    expect(asked().slice(2)).toEqual(['cancel-order', 'place-order']);
  });

  it('that edit one order wait for each other, and edits of other orders do not', async () => {
    await client.send({ c: 'editOrder', id: 3, hidden: true }, { c: 'editOrder', id: 4, hidden: true });
    expect(asked()).toEqual(['edit-order', 'edit-order']);
    await client.send({ c: 'editOrder', cid: 3, hidden: false });
    expect(asked()).toHaveLength(2);
    await decided(2, true);
    await decided(3, true);
    expect(asked()).toHaveLength(3);
  });
});
