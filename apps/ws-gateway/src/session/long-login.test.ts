import { accountQueries } from '@exchange/contract/bus';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addressOf,
  ALICE,
  balanceFact,
  type Client,
  GatewayWorld,
  signedLogin,
} from '../../test/gateway.fixture';
import { PART, PENDING, pendingEntries, tellInParts } from '../../test/pending-entries.fixture';

const CAP_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES_MAX = 64 * 1024;
const alice = addressOf(ALICE);

describe('a login with 15 000 pending entries', () => {
  let world: GatewayWorld;
  let client: Client;
  const partsAsked = () => world.owners.asked.filter(({ kind }) => kind === 'pending-entries-after').length;

  beforeEach(async () => {
    world = await GatewayWorld.open();
    tellInParts(world.owners);
    client = world.connect();
  });
  /** Every part takes a round trip, and every piece a round of the loop. */
  const drain = async () => {
    for (let round = 0; round < PENDING / 50 + 200; round += 1) {
      await world.settle();
      if (client.packets.some(([, event]) => event === 'ft') || client.closed !== undefined) return;
    }
  };
  const login = async () => {
    await client.send(await signedLogin(ALICE, 3));
    await drain();
  };
  const events = () => client.packets.map(([, event, , rid]) => [event, rid]);

  it('asks for them in parts, and sends one les, whatever may wait for a client', async () => {
    await login();
    expect(partsAsked()).toBe(Math.ceil(PENDING / PART) - 1);
    expect(world.owners.asked.find(({ kind }) => kind === 'authenticate')?.request).toMatchObject({
      entriesInParts: true,
    });
    expect(events()).toEqual(['auth', 'bs', 'les', 'ft'].map((event) => [event, 3]));
    const les = client.packets[2]?.[2] as unknown[][];
    expect(les.map(([id]) => id)).toEqual(pendingEntries.map(({ id }) => id));
    expect(client.bytes.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(CAP_BYTES);
    expect(Math.max(...client.bytes.map(({ length }) => length))).toBeLessThan(PIECE_BYTES_MAX);
    expect(client.closed).toBeUndefined();
  });

  it('waits for a client that reads slowly, and tells it what came meanwhile after the list', async () => {
    client.stalled = true;
    await login();
    expect(events().map(([event]) => event)).not.toContain('les');
    world.owners.notify(alice, [balanceFact('4')]);
    await world.settle();
    expect(client.closed).toBeUndefined();
    await client.resume();
    await drain();
    expect(events().map(([event]) => event)).toEqual(['auth', 'bs', 'les', 'ft', 'b']);
    expect(client.packets[2]?.[2]).toHaveLength(PENDING);
  });

  it('is refused as a whole when a part can’t be had', async () => {
    const gone = { code: 'UNAVAILABLE', message: 'gone' };
    world.owners.answer(accountQueries.pendingEntriesAfterQuery, () => gone);
    await login();
    expect(events()).toEqual([['e', 3]]);
    expect(client.connection.session).toBeUndefined();
  });

  it('sends what is left of the list at once before it is closed, so that its frame is complete', async () => {
    await client.send(await signedLogin(ALICE, 3));
    while (client.bytes.length < 3) await world.settle();
    client.connection.close(1012, 'restart');
    expect(client.packets.find(([, event]) => event === 'les')?.[2]).toHaveLength(PENDING);
  });

  it('closes a client that asks for more such lists without reading', async () => {
    await login();
    client.takePackets();
    client.stalled = true;
    for (let again = 0; again < 3; again += 1) {
      await client.send({ c: 'authenticateWithSession', address: alice, session: 'ab'.repeat(32) });
      await drain();
    }
    expect(client.closed).toMatchObject({ code: 1013 });
  });

  it('of an owner that has them all in one message is answered the same', async () => {
    world.owners.acceptLogins({ pendingEntries });
    await login();
    expect(partsAsked()).toBe(0);
    expect(client.packets[2]?.[2]).toHaveLength(PENDING);
  });
});
