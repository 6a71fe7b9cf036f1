import { beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayWorld } from '../../test/gateway.fixture';

describe('connections', () => {
  let world: GatewayWorld;
  beforeEach(async () => {
    world = await GatewayWorld.open();
  });
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      await world.clock.advance(1_000);
      world.connections.keepAlive();
    }
  };

  it('are pinged every 20 s', async () => {
    const clients = [world.connect(), world.connect()];
    await seconds(40);
    expect(clients.map(({ pings }) => pings)).toEqual([2, 2]);
  });

  it('are dropped when they were silent for 60 s', async () => {
    const silent = world.connect();
    const alive = world.connect();
    await seconds(50);
    alive.connection.heardAt = world.clock.steady();
    await seconds(11);
    expect(silent.closed).toBe('terminated');
    expect(alive.closed).toBeUndefined();
  });

  it('stay when the clock is set, however far', async () => {
    const client = world.connect();
    for (const hours of [1, -2]) {
      world.clock.step(hours * 3_600_000);
      await seconds(1);
    }
    expect(client.closed).toBeUndefined();
  });

  it('are told to reconnect within the window and closed at its end', async () => {
    const clients = [world.connect(), world.connect()];
    const randoms = [0, 0.99];
    const drained = world.connections.drain({
      windowSeconds: 10,
      random: () => randoms.shift() ?? 0,
      answersAwaited: () => false,
    });
    await world.settle();
    expect(clients.map((client) => client.packets)).toEqual([
      [[0, 'rc', [0, 'the service is being upgraded']]],
      [[0, 'rc', [10, 'the service is being upgraded']]],
    ]);
    expect(clients[0]?.closed).toBeUndefined();
    await world.clock.advance(10_000);
    for (const { connection } of clients) world.connections.remove(connection);
    await world.clock.advance(20);
    await drained;
    expect(clients.map(({ closed }) => closed)).toEqual([
      expect.objectContaining({ code: 1012 }),
      expect.objectContaining({ code: 1012 }),
    ]);
  });

  it('are waited for until they have answered the close, a second at most', async () => {
    const [answers] = [world.connect(), world.connect()];
    let over = false;
    const drain = { windowSeconds: 0, random: () => 0, answersAwaited: () => false };
    const drained = world.connections.drain(drain).then(() => (over = true));
    await world.clock.advance(500);
    if (answers !== undefined) world.connections.remove(answers.connection);
    await world.clock.advance(480);
    expect(over).toBe(false);
    await world.clock.advance(20);
    await drained;
  });
});
