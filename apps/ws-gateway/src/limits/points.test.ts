import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { addressOf, ALICE, BOB, type Client, GatewayWorld, signedOrder } from '../../test/gateway.fixture';

const ping = { c: 'ping' };
const pings = (count: number) => Array.from({ length: count }, (_, at) => ({ c: 'ping', rid: at }));
const listed = { c: 'getListed' };
const codes = (client: Client) =>
  client
    .takePackets()
    .map(([, event, message, rid]) => [event === 'e' ? String(message).split(':')[0] : event, rid]);

describe('the points of a connection', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    client = world.connect();
  });
  const spend = async (who: Client, points: number) => {
    for (let at = 0; at < points; at += 1) await who.send(listed);
    return who.takePackets();
  };

  it('are 50 in any 10 s; past them each command is refused with its rid and not applied', async () => {
    await spend(client, 49);
    await world.clock.advance(9_000);
    await client.send(...pings(5));
    await client.send(...pings(5));
    expect(codes(client)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4].map((rid) => ['p', rid]));
    await client.send({ ...ping, rid: 7 }, { ...listed, rid: 8 });
    expect(codes(client)).toEqual([
      ['RATE_LIMITED', 7],
      ['RATE_LIMITED', 8],
    ]);
    await world.clock.advance(999);
    await client.send({ ...ping, rid: 9 });
    expect(codes(client)).toEqual([['RATE_LIMITED', 9]]);
    await world.clock.advance(1);
    await client.send({ ...listed, rid: 10 });
    expect(codes(client)).toEqual([['l', 10]]);
  });

  it('half spent are told once per window, without a rid', async () => {
    const told = (packets: readonly (readonly unknown[])[]) => packets.filter(([, event]) => event === 'm');
    expect(told(await spend(client, 25))).toEqual([]);
    expect(told(await spend(client, 5))).toEqual([
      [0, 'm', 'more than half of your 50 points per 10 s are spent; past them commands are refused'],
    ]);
    expect(told(await spend(client, 10))).toEqual([]);
    await world.clock.advance(10_000);
    expect(told(await spend(client, 26))).toHaveLength(1);
  });

  it('are spent by what fails too, and by what is no command', async () => {
    for (let count = 0; count < 33; count += 1) await client.send({ c: 'placeOrder' });
    await client.sendText('{');
    client.takePackets();
    // 49.6 are spent.
    await client.send({ ...ping, rid: 1 }, { c: 'getTicker', market: 'ETHDAI', rid: 2 }, { ...ping, rid: 3 });
    expect(codes(client)).toEqual([
      ['p', 1],
      ['RATE_LIMITED', 2],
      ['p', 3],
    ]);
  });

  it('are spent by a command that its account refuses for them', async () => {
    world.owners.acceptLogins();
    await client.login();
    world.owners.answer(accountQueries.feeTierQuery, () => ({ code: 'RATE_LIMITED', message: 'spent' }));
    for (let rid = 0; rid < 60; rid += 1) await client.send({ c: 'getFeeTier', rid });
    expect(codes(client).filter(([code]) => code === 'RATE_LIMITED')).toHaveLength(60);
    // The login cost 2, and each of those that were asked 1.
    expect(world.owners.asked.filter(({ kind }) => kind === 'fee-tier')).toHaveLength(48);
  });

  describe('of an exhausted account', () => {
    const asked = (kind: string) => world.owners.asked.filter((one) => one.kind === kind).length;
    let second: Client;

    beforeEach(async () => {
      world.owners.acceptLogins();
      second = world.connect();
      await client.login();
      await second.login();
      const spent = { code: 'RATE_LIMITED', message: 'spent', retryAfterMs: 4_000 };
      for (const definition of [accountCommands.placeOrder, accountQueries.feeTierQuery])
        world.owners.answer(definition, () => spent);
      world.owners.answer(accountQueries.usernameQuery, () => ({ accountSeq: 0, username: null }));
    });

    it('let no 250 orders of a second connection through, and are those of that connection too', async () => {
      await client.send({ c: 'getFeeTier' });
      const order = await signedOrder(ALICE);
      for (let rid = 0; rid < 250; rid += 1) await second.send({ ...order, rid });
      expect(codes(second).filter(([code]) => code === 'RATE_LIMITED')).toHaveLength(250);
      expect(asked('place-order')).toBe(0);
      await second.send({ c: 'getListed', rid: 1 });
      expect(codes(second)).toEqual([['RATE_LIMITED', 1]]);
    });

    it('are asked for again when its window has moved, and by what costs less', async () => {
      await client.send({ c: 'getFeeTier' });
      await second.send({ c: 'getUsername' }, { c: 'getFeeTier' });
      expect([asked('username'), asked('fee-tier')]).toEqual([1, 1]);
      await world.clock.advance(3_999);
      await second.send({ c: 'getFeeTier' });
      expect(asked('fee-tier')).toBe(1);
      await world.clock.advance(1);
      await second.send({ c: 'getFeeTier' });
      expect(asked('fee-tier')).toBe(2);
    });

    it('are asked for again when the operator gave it another limit, and no other account waits', async () => {
      await client.send({ c: 'getFeeTier' });
      world.owners.notify(addressOf(ALICE), [{ kind: 'limits', pointTenths: 1_000 }]);
      await world.settle();
      await second.send({ c: 'getFeeTier' });
      expect(asked('fee-tier')).toBe(2);
      const other = world.connect();
      await other.login(BOB);
      await other.send({ c: 'getFeeTier' });
      expect(asked('fee-tier')).toBe(3);
    });

    it('take no memory when they are back', () => {
      const { exhausted } = world.edge;
      exhausted.remember(addressOf(ALICE), 10, 5_000);
      exhausted.sweep(4_999);
      expect(exhausted.size).toBe(1);
      exhausted.sweep(5_000);
      expect(exhausted.size).toBe(0);
    });
  });

  it('also count for all connections of an address: 500', async () => {
    const clients = Array.from({ length: 11 }, () => world.connect());
    for (const one of clients.slice(0, 10)) await spend(one, 50);
    await clients[10]?.send({ ...ping, rid: 1 });
    expect(clients.slice(-1).map(codes)).toEqual([[['RATE_LIMITED', 1]]]);
    await world.clock.advance(10_000);
    await clients[10]?.send({ ...ping, rid: 2 });
    expect(clients.slice(-1).map(codes)).toEqual([[['p', 2]]]);
  });

  it('of a raised account are as many as the operator says, and none of its address', async () => {
    const { owners } = world;
    owners.acceptLogins({ pointTenths: 10_000 });
    await client.login();
    await spend(client, 300);
    await client.send({ ...listed, rid: 1 });
    expect(codes(client)).toEqual([['l', 1]]);
    const others = Array.from({ length: 10 }, () => world.connect());
    for (const other of others)
      expect((await spend(other, 48)).some(([, event]) => event === 'e')).toBe(false);
  });
});
