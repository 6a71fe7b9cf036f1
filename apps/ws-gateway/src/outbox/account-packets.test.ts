import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import type { AccountFact, FeeTierView, Origin } from '@exchange/core/message';
import {
  addressOf,
  ALICE,
  balanceFact,
  type Client,
  GATEWAY,
  GatewayWorld,
  orderFact,
  signedOrder,
} from '../../test/gateway.fixture';
import { tradeFact } from '../../test/trade-fact.fixture';

const alice = addressOf(ALICE);

describe('notices of an account', () => {
  let world: GatewayWorld;
  let client: Client;
  const origin = (of: Client, command: number, rid?: number): Origin => ({
    ...{ gateway: GATEWAY, connection: of.connection.id, command },
    ...(rid === undefined ? {} : { rid }),
  });
  const brief = () => client.takePackets().map(([channel, event, , rid]) => [channel, event, rid]);

  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins();
    client = world.connect();
    await client.login();
  });

  it('become packets in their order, with the rid only on the connection that asked', async () => {
    const other = world.connect();
    await other.login();
    const facts = [orderFact(3), balanceFact('4'), tradeFact];
    world.owners.notify(alice, facts, origin(client, 2, 12));
    await world.settle();
    expect(brief()).toEqual([
      [0, 'o', 12],
      [0, 'b', 12],
      ['ETHDAI', 'ts', 12],
    ]);
    expect(other.takePackets().map((packet) => packet.length)).toEqual([3, 3, 3]);
  });

  it('carry no rid when the command had none, or came through another gateway', async () => {
    world.owners.notify(alice, [balanceFact('4')], origin(client, 2));
    world.owners.notify(alice, [balanceFact('5')], { ...origin(client, 2, 8), gateway: 'ws-2' });
    await world.settle();
    expect(brief()).toEqual([
      [0, 'b', undefined],
      [0, 'b', undefined],
    ]);
  });

  it('that answer several commands come once for each, and once to all others', async () => {
    const [second, other] = [world.connect(), world.connect()];
    for (const connection of [second, other]) await connection.login();
    const others = [origin(client, 3, 13), origin(second, 2)];
    world.owners.notify(alice, [orderFact(3), balanceFact('4')], origin(client, 2, 12), { others });
    await world.settle();
    expect(brief()).toEqual([
      [0, 'o', 12],
      [0, 'o', 13],
      [0, 'b', 12],
      [0, 'b', 13],
    ]);
    for (const connection of [second, other]) {
      expect(connection.takePackets().map((packet) => packet.length)).toEqual([3, 3]);
    }
  });

  it.each(['ORDER_NOT_OPEN', 'CODE_OF_A_LATER_RELEASE'])(
    'tell a refusal only to the connection that asked: %s',
    async (code) => {
      const other = world.connect();
      await other.login();
      const refused: AccountFact = { kind: 'refused', code, message: 'order 5 is not open' };
      world.owners.notify(alice, [refused], origin(client, 2, 12));
      await world.settle();
      expect(client.takePackets()).toEqual([[0, 'e', `${code}: order 5 is not open`, 12]]);
      expect(other.takePackets()).toEqual([]);
    },
  );

  it('tell a fee tier that changed', async () => {
    const feeTier = { volume: '100.5', makerPpm: -200, takerPpm: 2000 };
    world.owners.notify(alice, [{ kind: 'feeTier', feeTier }]);
    await world.settle();
    expect(client.takePackets()).toEqual([[0, 'ft', [100.5, -0.0002, 0.002]]]);
  });

  it('tell no fee tier that the connection knows, by its login, a question or a notice', async () => {
    const tell = async (feeTier: FeeTierView) => {
      world.owners.notify(alice, [{ kind: 'feeTier', feeTier }]);
      await world.settle();
      return client.takePackets();
    };
    const [first, asked, third] = [0, 100, 200].map((makerPpm) => ({
      volume: '0',
      makerPpm,
      takerPpm: 2500,
    }));
    if (!first || !asked || !third) throw new Error('three tiers');
    expect(await tell(first)).toEqual([]);
    world.owners.answer(accountQueries.feeTierQuery, () => ({ accountSeq: 0, feeTier: asked }));
    await client.send({ c: 'getFeeTier', rid: 1 });
    await world.settle();
    expect(client.takePackets()).toEqual([[0, 'ft', [0, 0.0001, 0.0025], 1]]);
    expect(await tell(asked)).toEqual([]);
    expect(await tell(third)).toEqual([[0, 'ft', [0, 0.0002, 0.0025]]]);
    expect(await tell(third)).toEqual([]);
    expect(await tell(first)).toEqual([[0, 'ft', [0, 0, 0.0025]]]);
  });

  it('name user trades apart when the client wants distinct events', async () => {
    const distinct = world.connect({ naming: 'distinct' });
    await distinct.login();
    world.owners.notify(alice, [tradeFact]);
    await world.settle();
    expect(distinct.takePackets().map(([channel, event]) => [channel, event])).toEqual([['ETHDAI', 'ut']]);
  });

  it('that were lost on the way are asked for when the next one comes', async () => {
    const { owners } = world;
    const lost = [owners.nextNotice(alice, [balanceFact('1')]), owners.nextNotice(alice, [balanceFact('2')])];
    owners.answer(accountQueries.noticesAfterQuery, () => ({ accountSeq: 3, complete: true, notices: lost }));
    owners.notify(alice, [balanceFact('3')]);
    await world.settle();
    expect(client.takePackets().map(([, , message]) => message)).toEqual([
      ['ETH', '5', '1', '0'],
      ['ETH', '5', '2', '0'],
      ['ETH', '5', '3', '0'],
    ]);
    expect(owners.asked.at(-1)?.request).toEqual({ account: alice, seq: 0 });
  });

  it('that were the last ones are found by comparing sequences', async () => {
    const { owners } = world;
    const lost = owners.nextNotice(alice, [balanceFact('1')]);
    owners.answer(accountQueries.accountSeqsQuery, () => ({ seqs: [{ account: alice, seq: 1 }] }));
    owners.answer(accountQueries.noticesAfterQuery, () => ({
      accountSeq: 1,
      complete: true,
      notices: [lost],
    }));
    await world.edge.feeds.compare();
    await world.settle();
    expect(brief()).toEqual([[0, 'b', undefined]]);
  });

  it('that the owner no longer has end the connection, so that the client starts again', async () => {
    const { owners } = world;
    owners.nextNotice(alice, [balanceFact('1')]);
    owners.answer(accountQueries.noticesAfterQuery, () => ({ accountSeq: 9, complete: false, notices: [] }));
    owners.notify(alice, [balanceFact('2')]);
    await world.settle();
    expect(brief()).toEqual([[0, 'rc', undefined]]);
    expect(client.closed).toMatchObject({ code: 1012 });
    const again = world.connect();
    await again.login();
    owners.notify(alice, [balanceFact('3')]);
    await world.settle();
    expect(again.takePackets()).toEqual([[0, 'b', ['ETH', '5', '3', '0']]]);
  });

  it('go before an answer that includes them', async () => {
    const { owners } = world;
    const late = owners.nextNotice(alice, [balanceFact('1')]);
    owners.answer(accountQueries.balancesQuery, () => ({ accountSeq: 1, balances: [] }));
    await client.send({ c: 'getBalanceSnapshot', rid: 2 });
    expect(client.takePackets()).toEqual([]);
    owners.send(late);
    await world.settle();
    expect(brief()).toEqual([
      [0, 'b', undefined],
      [0, 'bs', 2],
    ]);
  });

  it('are asked for when an answer waits for them in vain', async () => {
    const { owners } = world;
    const lost = owners.nextNotice(alice, [balanceFact('1')]);
    owners.answer(accountQueries.activeOrdersQuery, () => ({ accountSeq: 1, orders: [], more: false }));
    owners.answer(accountQueries.noticesAfterQuery, () => ({
      accountSeq: 1,
      complete: true,
      notices: [lost],
    }));
    await client.send({ c: 'getActiveOrderSnapshot', rid: 2 });
    world.edge.feeds.hurry();
    await world.settle();
    expect(brief()).toEqual([
      [0, 'b', undefined],
      [0, 'os', 2],
    ]);
  });
});

describe('a command of an account', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins();
    client = world.connect();
    await client.login();
  });
  const expire = async () => {
    await world.clock.advance(5_000);
    world.edge.outcomes.sweep(world.clock.now());
    await world.settle();
  };

  it('placeOrder goes to the owner with grant, origin and deadline, and is answered by notices', async () => {
    const { owners } = world;
    owners.answer(accountCommands.placeOrder, ({ origin }) => {
      owners.notify(alice, [orderFact(3), balanceFact('4')], origin as Origin);
      return { accountSeq: 1, orderId: 3 };
    });
    await client.send(await signedOrder(ALICE, { rid: 7, cid: 5, rebateToken: 'buy' }));
    expect(client.packets.map(([, event, , rid]) => [event, rid])).toEqual([
      ['o', 7],
      ['b', 7],
    ]);
    expect(owners.asked.at(-1)?.request).toMatchObject({
      ...{
        grant: 'grant',
        deadline: world.clock.now() + 3_500,
        market: 'ETHDAI',
        cid: 5,
        rebateToken: 'buy',
      },
      ...{ format: 'signTypedData', origin: { gateway: GATEWAY, command: 2, rid: 7 } },
    });
    await expire();
    expect(client.packets).toHaveLength(2);
  });

  it.each(['INSUFFICIENT_BALANCE', 'CODE_OF_A_LATER_RELEASE'])(
    'that is refused is answered with its code and rid: %s',
    async (code) => {
      const message = '3 DAI usable, 300 needed';
      world.owners.answer(accountCommands.placeOrder, () => ({ code, message }));
      await client.send(await signedOrder(ALICE, { rid: 7 }));
      expect(client.packets).toEqual([[0, 'e', `${code}: ${message}`, 7]]);
      expect(client.closed).toBeUndefined();
      await expire();
      expect(client.packets).toHaveLength(1);
    },
  );

  it.each([
    ['tokens of another market', { buyToken: `0x${'77'.repeat(20)}` }, 'TOKEN_MISMATCH'],
    ['an unknown market', { market: 'DAIETH' }, 'UNKNOWN_MARKET'],
    ['a rate out of range', { buyAmount: `3${'0'.repeat(38)}`, sellAmount: '10001' }, 'RATE_OUT_OF_RANGE'],
    ['an expiry within a day', { expiry: 1_700_000_100 }, 'EXPIRY_TOO_EARLY'],
    ['a signature of no shape', { signature: `0x${'11'.repeat(64)}63` }, 'INVALID_SIGNATURE'],
    ['two options that exclude each other', { postOnly: true, fillOrKill: true }, 'INVALID_FIELD'],
    ['a stop rate of six digits', { stopRate: '1.23456' }, 'INVALID_FIELD'],
  ])('placeOrder with %s never leaves the gateway', async (_what, changes, code) => {
    const asked = world.owners.asked.length;
    await client.send(await signedOrder(ALICE, { ...changes, rid: 7 }));
    expect(client.packets.map(([, event, text, rid]) => [event, String(text).split(':')[0], rid])).toEqual([
      ['e', code, 7],
    ]);
    expect(world.owners.asked).toHaveLength(asked);
  });

  it('with a signature by no key is account-service’s to refuse: whose it is costs more than all the rest', async () => {
    const refusal = { code: 'INVALID_SIGNATURE', message: 'signature belongs to no key' };
    world.owners.answer(accountCommands.placeOrder, () => refusal);
    const signature = `0x${'00'.repeat(31)}07${'11'.repeat(32)}1b`;
    await client.send(await signedOrder(ALICE, { signature, rid: 7 }));
    expect(world.owners.asked.at(-1)?.kind).toBe('place-order');
    expect(client.packets).toEqual([[0, 'e', 'INVALID_SIGNATURE: signature belongs to no key', 7]]);
  });

  it('whose outcome nobody tells within 5 s is UNKNOWN_OUTCOME, once', async () => {
    world.owners.answer(accountCommands.placeOrder, () => undefined);
    world.owners.answer(accountCommands.cancelOrder, () => ({ accountSeq: 0 }));
    await client.send(await signedOrder(ALICE, { rid: 7 }), { c: 'cancelOrder', id: 3, rid: 8 });
    await expire();
    await expire();
    expect(client.packets.map(([, event, text, rid]) => [event, String(text).split(':')[0], rid])).toEqual([
      ['e', 'UNKNOWN_OUTCOME', 7],
      ['e', 'UNKNOWN_OUTCOME', 8],
    ]);
  });

  it('leaves in the order of the frame without waiting for answers', async () => {
    for (const command of [
      accountCommands.placeOrder,
      accountCommands.cancelOrder,
      accountCommands.cancelOrders,
    ]) {
      world.owners.answer(command, () => undefined);
    }
    await client.send(
      await signedOrder(ALICE),
      { c: 'cancelOrder', cid: 3 },
      { c: 'cancelOrders', market: 'ETHDAI' },
    );
    expect(world.owners.asked.slice(-3).map(({ kind }) => kind)).toEqual([
      'place-order',
      'cancel-order',
      'cancel-orders',
    ]);
  });

  it('cancelOrders with nothing open is answered with a message', async () => {
    world.owners.answer(accountCommands.cancelOrders, () => ({ accountSeq: 0, orders: 0 }));
    await client.send({ c: 'cancelOrders', rid: 4 });
    expect(client.packets).toEqual([[0, 'm', 'no open orders', 4]]);
    await expire();
    expect(client.packets).toHaveLength(1);
  });

  it('getOrder and getFeeTier answer with what the owner says', async () => {
    const order = orderFact(3);
    world.owners.answer(accountQueries.orderQuery, () => ({
      accountSeq: 0,
      order: order.kind === 'order' ? order.order : undefined,
    }));
    await client.send({ c: 'getOrder', id: 3, rid: 4 });
    expect(client.packets[0]?.slice(0, 2)).toEqual([0, 'o']);
    expect(world.owners.asked.at(-1)?.request).toEqual({ grant: 'grant', id: 3 });
  });

  it('that fails by a defect closes the connection and is logged', async () => {
    world.owners.answer(accountCommands.cancelOrder, () => ({ nonsense: true }));
    await client.send({ c: 'cancelOrder', id: 3 });
    expect(client.closed).toMatchObject({ code: 1011 });
    expect(world.log.of('error')).toHaveLength(1);
  });
});
