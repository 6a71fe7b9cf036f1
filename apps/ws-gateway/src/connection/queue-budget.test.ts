import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, GatewayWorld } from '../../test/gateway.fixture';
import { QueueBudget } from './queue-budget';

const BUDGET = 1_000_000;
const PACKET = JSON.stringify([0, 'm', 'x'.repeat(9_000)]);

describe('clients that read nothing', () => {
  let world: GatewayWorld;
  let budget: QueueBudget;
  let clients: Client[];
  const push = async (client: Client | undefined, packets: number) => {
    for (let at = 0; at < packets; at += 1) client?.connection.push(PACKET);
    await world.settle();
  };
  const closed = () => clients.map((client) => client.closed);

  beforeEach(async () => {
    world = await GatewayWorld.open();
    budget = new QueueBudget(BUDGET);
    const limits = { slowBytes: 64 * 1024, queueBytesMax: 4 * 1024 * 1024, budget };
    clients = [0, 1, 2].map(() => world.connect({}, limits));
    for (const client of clients) client.stalled = true;
  });

  it('are dropped when too much waits for all of them, whoever has most first, and the others go on', async () => {
    await push(clients[0], 60);
    await push(clients[1], 30);
    expect(closed()).toEqual([undefined, undefined, undefined]);
    await push(clients[2], 40);
    const tooSlow = { code: 1013, reason: 'too much is waiting to be read' };
    expect(closed()).toEqual([tooSlow, undefined, undefined]);
    expect(budget.bytes).toBeLessThan(BUDGET);
    await push(clients[1], 50);
    expect(closed()).toEqual([tooSlow, tooSlow, undefined]);
    await clients[2]?.resume();
    await clients[2]?.resume();
    expect(clients[2]?.packets).toHaveLength(40);
  });

  it('count for nothing any more when they have read, or are gone', async () => {
    await push(clients[0], 60);
    await push(clients[1], 40);
    await clients[0]?.resume();
    clients[1]?.connection.end();
    await world.settle();
    expect(budget.bytes).toBe(0);
    await push(clients[2], 100);
    expect(clients[2]?.closed).toBeUndefined();
  });
});
