import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountCommands } from '@exchange/contract/bus';
import { addressOf, ALICE, type Client, GatewayWorld } from '../../test/gateway.fixture';
import { SignsOfLife } from './signs-of-life';

const alice = addressOf(ALICE);

describe('cancelOnDisconnect', () => {
  let world: GatewayWorld;
  let client: Client;
  let signs: SignsOfLife;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    world.owners.acceptLogins();
    world.owners.answer(accountCommands.cancelOnDisconnect, () => ({ accountSeq: 0 }));
    world.owners.answer(accountCommands.signsOfLife, () => ({}));
    signs = new SignsOfLife(world.edge.owner, world.connections, world.clock);
    client = world.connect();
    await client.login();
  });
  const told = async () => {
    const before = world.owners.asked.length;
    await signs.tell();
    return world.owners.asked
      .slice(before)
      .flatMap(({ request }) => request['connections'] as { silentMs: number }[]);
  };

  it('is answered with its seconds', async () => {
    await client.send({ c: 'cancelOnDisconnect', seconds: 30, rid: 4 });
    expect(client.takePackets()).toEqual([[0, 'cod', [30], 4]]);
    expect(world.owners.asked.at(-1)).toMatchObject({
      kind: 'cancel-on-disconnect',
      request: { seconds: 30, grant: 'grant', origin: { connection: client.connection.id } },
    });
    await client.send({ c: 'cancelOnDisconnect', seconds: 4, rid: 5 });
    expect(client.takePackets()[0]?.[2]).toContain('INVALID_FIELD');
  });

  it('has the gateway tell that the connection lives, as long as it does', async () => {
    expect(await told()).toEqual([]);
    await client.send({ c: 'cancelOnDisconnect', seconds: 30 });
    client.connection.heardAt = world.clock.now();
    await world.clock.advance(1_500);
    const sign = { account: alice, connection: client.connection.id };
    expect(await told()).toEqual([{ ...sign, silentMs: 1_500 }]);
    client.connection.end();
    expect(await told()).toEqual([]);
  });

  it('ends with 0 seconds, and with the login', async () => {
    await client.send({ c: 'cancelOnDisconnect', seconds: 30 });
    await client.send({ c: 'cancelOnDisconnect', seconds: 0 });
    expect(await told()).toEqual([]);
    await client.send({ c: 'cancelOnDisconnect', seconds: 30 });
    world.owners.answer(accountCommands.logoff, () => ({ accountSeq: 0 }));
    await client.send({ c: 'logoff' });
    expect(await told()).toEqual([]);
  });

  it('has its connection pinged every 2 s', async () => {
    await client.send({ c: 'cancelOnDisconnect', seconds: 30 });
    for (let second = 0; second < 20; second += 1) {
      await world.clock.advance(1_000);
      world.connections.keepAlive();
    }
    expect(client.pings).toBe(10);
  });
});
