import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { parseRate } from '@exchange/core/kernel';
import {
  addressOf,
  ALICE,
  balanceFact,
  type Client,
  GatewayWorld,
  orderFact,
  signedOrder,
} from '../../../test/gateway.fixture';

const alice = addressOf(ALICE);
const key = (text: string) => {
  const parsed = parseRate(text, 'rate');
  return parsed.ok ? parsed.value : undefined;
};

let world: GatewayWorld;
let client: Client;
beforeEach(async () => {
  world = await GatewayWorld.open();
  world.owners.acceptLogins();
  client = world.connect();
  await client.login();
  world.owners.answer(accountCommands.placeOrder, () => undefined);
  world.owners.answer(accountCommands.editOrder, () => undefined);
});

const lastRequest = () => world.owners.asked.at(-1)?.request;

const CHANGEABLE = [
  [{ hidden: true }, { hidden: true }],
  [{ hidden: false }, { hidden: false }],
  [{ stopRate: '199.5' }, { stopRateKey: key('199.5') }],
  [{ peggedTo: 'EUR', peggedRate: '0.00012345' }, { peg: { currency: 'EUR', rateKey: key('0.00012345') } }],
  [{ sellBookAmount: '10001' }, { sellBook: '10001' }],
  [
    { buyBookAmount: `1${'0'.repeat(24)}`, sellBookAmount: (2n ** 128n - 1n).toString() },
    { buyBook: `1${'0'.repeat(24)}`, sellBook: (2n ** 128n - 1n).toString() },
  ],
  [{ timeInForce: 1_900_000_000 }, { timeInForce: 1_900_000_000 }],
] as const;

describe('placeOrder', () => {
  it.each(CHANGEABLE)('hands on %j', async (options, expected) => {
    await client.send(await signedOrder(ALICE, options));
    expect(lastRequest()).toMatchObject(expected);
  });

  it.each([
    [{ postOnly: true, fillOrKill: false }, 'post_only'],
    [{ immediateOrCancel: true }, 'immediate_or_cancel'],
    [{ fillOrKill: true, hidden: true }, 'fill_or_kill'],
  ])('reads %j', async (options, execution) => {
    await client.send(await signedOrder(ALICE, options));
    expect(lastRequest()).toMatchObject({ execution });
  });

  it('leaves out what only says what holds anyway', async () => {
    const options = { postOnly: false, immediateOrCancel: false, fillOrKill: false, timeInForce: false };
    await client.send(await signedOrder(ALICE, options));
    const left = ['execution', 'timeInForce', 'hidden', 'stopRateKey', 'peg', 'sellBook', 'buyBook'];
    expect(left.filter((name) => name in (lastRequest() ?? {}))).toEqual([]);
  });
});

/** When it is given up. */
const TIMING = { deadline: expect.any(Number), sent: { run: 1, at: expect.any(Number), leftMs: 3_500 } };

describe('editOrder', () => {
  it.each(CHANGEABLE)('hands on %j, and no more', async (options, expected) => {
    await client.send({ c: 'editOrder', id: 5, ...options });
    expect(lastRequest()).toEqual({
      ...{ id: 5, grant: 'grant', origin: expect.anything(), ...TIMING },
      ...expected,
    });
  });

  it.each([[true], [false]])('takes timeInForce %p for the default', async (timeInForce) => {
    await client.send({ c: 'editOrder', cid: 7, timeInForce });
    expect(lastRequest()).toMatchObject({ cid: 7, timeInForce: 'default' });
  });

  it('is answered with the rid by what the engine decided', async () => {
    world.owners.answer(accountCommands.editOrder, ({ origin }) => {
      world.owners.notify(alice, [orderFact(5), balanceFact('3')], origin as never);
      return { accountSeq: 1 };
    });
    client.takePackets();
    await client.send({ c: 'editOrder', id: 5, hidden: true, rid: 9 });
    expect(client.takePackets().map(([, event, , rid]) => [event, rid])).toEqual([
      ['o', 9],
      ['b', 9],
    ]);
  });

  it('that the engine refuses is answered with its code, to nobody else', async () => {
    const other = world.connect();
    await other.login();
    const refused = { kind: 'refused', code: 'EDIT_REFUSED', message: 'order 5 is as before' } as const;
    world.owners.answer(accountCommands.editOrder, ({ origin }) => {
      world.owners.notify(alice, [refused], origin as never);
      return { accountSeq: 1 };
    });
    client.takePackets();
    other.takePackets();
    await client.send({ c: 'editOrder', id: 5, cid: 3, hidden: true, rid: 9 });
    expect(client.takePackets()).toEqual([[0, 'e', 'EDIT_REFUSED: order 5 is as before', 9]]);
    expect(other.takePackets()).toEqual([]);
  });

  it.each([
    [{ hidden: true }, 'one of id, cid must be given'],
    [{ id: 5, peggedTo: 'EUR' }, 'given together'],
    [{ id: 5, stopRate: '0' }, 'stopRate'],
    [{ id: 5, sellBookAmount: '1.5' }, 'sellBookAmount'],
    [{ id: 5, postOnly: true }, 'postOnly'],
  ])('%j never leaves the gateway', async (edit, text) => {
    const asked = world.owners.asked.length;
    client.takePackets();
    await client.send({ c: 'editOrder', ...edit, rid: 9 });
    const [packet] = client.takePackets();
    expect(packet?.[1]).toBe('e');
    expect(packet?.[2]).toContain(text);
    expect(world.owners.asked).toHaveLength(asked);
  });
});
