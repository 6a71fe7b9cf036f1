import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayWorld } from '../../test/gateway.fixture';
import { createPublicServer, type PublicServer } from './public-server';
import { rawFrame, RealClient } from '../../test/connection/real-client.fixture';

const bytes = (text: string) => Buffer.from(text);
/** A frame of so many UTF-16 units that is a ping and blanks of another width. */
const padded = (units: number, filler: string) =>
  `[{"c":"ping"},"${filler.repeat(Math.floor((units - 17) / filler.length))}"]`.padEnd(units);

describe('frames on the wire', () => {
  let world: GatewayWorld;
  let server: PublicServer;
  let url: string;
  const open: RealClient[] = [];

  beforeAll(async () => {
    world = await GatewayWorld.open();
    const limits = { slowBytes: 64 * 1024, queueBytesMax: 1024 * 1024 };
    server = await createPublicServer({ edge: world.edge, connections: world.connections, limits });
    await server.app.listen(0, '127.0.0.1');
    url = `ws://127.0.0.1:${(server.app.getHttpServer().address() as AddressInfo).port}/ws/v1`;
  });
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.terminate();
    await world.clock.advance(10_000);
  });
  afterAll(() => server.app.close());
  const connect = async () => {
    const client = await RealClient.open(url);
    open.push(client);
    await client.frame(0);
    return client;
  };

  it.each([
    ['one byte', 'x'],
    ['two bytes', 'é'],
    ['three bytes', '€'],
    ['four bytes (two units)', '😀'],
  ])('of 5000 units with characters of %s are taken, of 5001 close with 1009', async (_, filler) => {
    const client = await connect();
    client.socket.send(padded(5_000, filler));
    expect(await client.frame(1)).toEqual([
      [0, 'p', 'pong'],
      [0, 'e', expect.stringMatching(/^INVALID_COMMAND: /)],
    ]);
    client.socket.send(padded(5_001, filler));
    expect(await client.closed).toBe(1009);
    expect(client.frames).toHaveLength(2);
  });

  it('of 5000 four-byte characters are 10 000 units, and too long', async () => {
    const client = await connect();
    client.socket.send('😀'.repeat(5_000));
    expect(await client.closed).toBe(1009);
  });

  it('in fragments are put together, with a ping between them', async () => {
    const client = await connect();
    client.sendRaw(rawFrame(bytes('[{"c":"pi'), { fin: false }));
    client.sendRaw(rawFrame(bytes('hello'), { opcode: 9 }));
    client.sendRaw(rawFrame(bytes('ng","rid":3}]'), { opcode: 0 }));
    expect(await client.frame(1)).toEqual([[0, 'p', 'pong', 3]]);
  });

  it('in fragments that go on for ever close with 1009 as soon as they are too long', async () => {
    const client = await connect();
    client.sendRaw(rawFrame(bytes('['.repeat(3_000)), { fin: false }));
    for (let part = 0; part < 6; part += 1) {
      client.sendRaw(rawFrame(bytes('['.repeat(3_000)), { fin: false, opcode: 0 }));
    }
    expect(await client.closed).toBe(1009);
  });

  it('that say they are huge close with 1009 before they come', async () => {
    const client = await connect();
    client.sendRaw(rawFrame(new Uint8Array(70_000)).subarray(0, 20));
    expect(await client.closed).toBe(1009);
  });

  it('that are binary close with 1003, also in fragments and when empty', async () => {
    for (const payload of [bytes('[]'), new Uint8Array()]) {
      const client = await connect();
      client.sendRaw(rawFrame(payload, { opcode: 2 }));
      expect(await client.closed).toBe(1003);
    }
    const fragmented = await connect();
    fragmented.sendRaw(rawFrame(bytes('['), { opcode: 2, fin: false }));
    fragmented.sendRaw(rawFrame(bytes(']'), { opcode: 0 }));
    expect(await fragmented.closed).toBe(1003);
  });

  it('that are compressed close with 1002: compression is never agreed, so that no bomb can be sent', async () => {
    const client = await connect();
    expect(client.socket.extensions).toBe('');
    client.sendRaw(rawFrame(deflateRawSync(Buffer.alloc(10_000_000)), { rsv1: true }));
    expect(await client.closed).toBe(1002);
  });

  it('that break the protocol close with its codes', async () => {
    const cases: [Uint8Array, number][] = [
      [rawFrame(Uint8Array.from([0xff, 0xfe])), 1007],
      [rawFrame(bytes(']'), { opcode: 0 }), 1002],
      [rawFrame(bytes('x'), { opcode: 5 }), 1002],
      [rawFrame(new Uint8Array(126), { opcode: 9 }), 1002],
    ];
    for (const [frame, code] of cases) {
      const client = await connect();
      client.sendRaw(frame);
      expect(await client.closed).toBe(code);
    }
  });

  it('with lone surrogates in JSON are answered', async () => {
    const client = await connect();
    client.socket.send('[{"c":"\\ud800","rid":1},{"c":"ping","rid":2,"x\\udfff":1},{"c":"ping","rid":3}]');
    expect(await client.frame(1)).toEqual([
      [0, 'e', expect.stringMatching(/^UNKNOWN_COMMAND: /), 1],
      [0, 'e', expect.stringMatching(/^INVALID_FIELD: /), 2],
      [0, 'p', 'pong', 3],
    ]);
  });

  it('deeply nested, with numbers beyond all bounds and __proto__ are answered', async () => {
    const client = await connect();
    client.socket.send(`${'['.repeat(2_500)}${']'.repeat(2_500)}`);
    client.socket.send('[{"c":"ping","rid":1e400},{"c":"ping","rid":-0},{"__proto__":{"c":"ping"},"rid":4}]');
    expect(await client.frame(1)).toEqual([[0, 'e', expect.stringMatching(/^INVALID_COMMAND: /)]]);
    expect(await client.frame(2)).toEqual([
      [0, 'e', expect.stringMatching(/^INVALID_FIELD: /)],
      [0, 'p', 'pong', 0],
      [0, 'e', expect.stringMatching(/^INVALID_COMMAND: /), 4],
    ]);
  });
});
