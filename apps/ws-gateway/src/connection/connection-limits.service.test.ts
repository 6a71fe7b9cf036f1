import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressRanges } from '@exchange/edge/limits';
import { GatewayWorld } from '../../test/gateway.fixture';
import { AddressBook } from '../limits/address-book';
import { OtherGateways } from '../limits/other-gateways';
import { createPublicServer, type PublicServer } from './public-server';
import { RealClient } from '../../test/connection/real-client.fixture';

const RAISED = { localAddress: '127.0.0.1' };
const UNRAISED = { localAddress: '127.0.0.2' };

describe('connections of one address', () => {
  let world: GatewayWorld;
  let server: PublicServer;
  let url: string;
  const clients: RealClient[] = [];

  const serve = async (trustedProxies: number) => {
    world = await GatewayWorld.open();
    const ranges = AddressRanges.of(['127.0.0.1/32=100']);
    const addresses = new AddressBook((address) => ranges.limits(address), new OtherGateways('ws-1'));
    const limits = { slowBytes: 64 * 1024, queueBytesMax: 1024 * 1024 };
    const edge = { ...world.edge, ranges, addresses, trustedProxies };
    server = await createPublicServer({ edge, connections: world.connections, limits });
    await server.app.listen(0, '127.0.0.1');
    url = `ws://127.0.0.1:${(server.app.getHttpServer().address() as AddressInfo).port}/ws/v1`;
  };
  const open = async (count: number, options: object) => {
    const opened = await Promise.all(Array.from({ length: count }, () => RealClient.open(url, options)));
    clients.push(...opened);
    return opened;
  };
  const first = async (client: RealClient | undefined) => (await client?.frame(0)) as unknown[][];
  const closeAll = async () => {
    const closing = clients.splice(0);
    for (const { socket } of closing) socket.terminate();
    while (world.connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  describe('without proxies', () => {
    beforeAll(() => serve(0));
    afterEach(async () => {
      await closeAll();
      await world.clock.advance(10_000);
    });
    afterAll(() => server.app.close());

    it('are 25: the 26th gets one error packet and is closed with 1008, and a free place is taken again', async () => {
      const some = await open(25, UNRAISED);
      for (const client of some) expect((await first(client))[0]?.[1]).toBe('c');
      const [refused] = await open(1, UNRAISED);
      expect(await first(refused)).toEqual([[0, 'e', expect.stringMatching(/^TOO_MANY_CONNECTIONS: .*25/)]]);
      expect(await refused?.closed).toBe(1008);
      expect(refused?.frames).toHaveLength(1);
      expect(world.connections.size).toBe(25);
      some[0]?.socket.close();
      while (world.connections.size > 24) await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await first((await open(1, UNRAISED))[0]))[0]?.[1]).toBe('c');
    });

    it('are more where the operator raised the range, and the config says what holds', async () => {
      const limitsOf = async (options: object) => {
        const [client] = await open(1, options);
        return ((await first(client))[0]?.[2] as { limits: object }).limits;
      };
      expect(await limitsOf(UNRAISED)).toMatchObject({ connectionsPerAddress: 25, pointsPerAddress: 500 });
      expect(await limitsOf(RAISED)).toMatchObject({ connectionsPerAddress: 100, pointsPerAddress: 2_000 });
      const many = await open(99, RAISED);
      expect((await first(many.at(-1)))[0]?.[1]).toBe('c');
      expect((await first((await open(1, RAISED))[0]))[0]?.[1]).toBe('e');
    });

    it('that are opened and dropped are 50 in 10 s', async () => {
      for (let round = 0; round < 50; round += 1) {
        await open(1, UNRAISED);
        await closeAll();
      }
      const [refused] = await open(1, UNRAISED);
      expect(await first(refused)).toEqual([[0, 'e', expect.stringMatching(/^TOO_MANY_CONNECTIONS: .*50/)]]);
      expect(await refused?.closed).toBe(1008);
      await world.clock.advance(10_000);
      expect((await first((await open(1, UNRAISED))[0]))[0]?.[1]).toBe('c');
    });

    it('count when the address asks for what there is not, but hold no place', async () => {
      const strange = async () => {
        const client = await RealClient.open(`${url}?bars=hours`, UNRAISED);
        clients.push(client);
        return (await first(client))[0]?.[2];
      };
      for (let number = 0; number < 50; number += 1) expect(await strange()).toMatch(/^INVALID_FIELD: bars/);
      expect(await strange()).toMatch(/^TOO_MANY_CONNECTIONS: .*50/);
      await world.clock.advance(10_000);
      expect((await open(25, UNRAISED)).length).toBe(25);
      for (const client of clients.slice(-25)) expect((await first(client))[0]?.[1]).toBe('c');
    });

    it('are counted for the socket, whatever X-Forwarded-For a client writes', async () => {
      for (let number = 0; number < 25; number += 1) {
        await open(1, { ...UNRAISED, headers: { 'x-forwarded-for': `198.51.100.${number}` } });
      }
      const [refused] = await open(1, { ...UNRAISED, headers: { 'x-forwarded-for': '198.51.100.99' } });
      expect(await refused?.closed).toBe(1008);
    });
  });

  describe('behind a proxy', () => {
    beforeAll(() => serve(1));
    afterEach(closeAll);
    afterAll(() => server.app.close());

    it('are counted for what the proxy saw, not for what a client wrote before', async () => {
      const through = (written: number, seen: string) =>
        open(1, { ...UNRAISED, headers: { 'x-forwarded-for': `198.51.100.${written}, ${seen}` } });
      for (let number = 0; number < 25; number += 1) await through(number, '2001:db8:1:2::1');
      expect(await (await through(99, '2001:db8:1:2:ffff::9'))[0]?.closed).toBe(1008);
      expect((await first((await through(99, '2001:db8:1:3::1'))[0]))[0]?.[1]).toBe('c');
    });
  });
});
