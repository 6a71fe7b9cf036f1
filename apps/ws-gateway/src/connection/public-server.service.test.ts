import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayWorld } from '../../test/gateway.fixture';
import { createPublicServer, type PublicServer } from './public-server';
import { RealClient } from '../../test/connection/real-client.fixture';

describe('the websocket port', () => {
  let world: GatewayWorld;
  let server: PublicServer;
  let url: string;

  beforeAll(async () => {
    world = await GatewayWorld.open();
    const limits = { slowBytes: 64 * 1024, queueBytesMax: 1024 * 1024 };
    const { edge, connections } = world;
    server = await createPublicServer({ edge, connections, limits });
    await server.app.listen(0, '127.0.0.1');
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    url = `ws://127.0.0.1:${port}/ws/v1`;
  });
  afterAll(() => server.app.close());

  it('sends the config on connect, in one frame and nothing else', async () => {
    const client = await RealClient.open(url);
    const first = (await client.frame(0)) as [[0, 'c', Record<string, unknown>]];
    expect(first).toHaveLength(1);
    expect(first[0].slice(0, 2)).toEqual([0, 'c']);
    expect(Object.keys(first[0][2]).sort()).toEqual([
      ...['barDataPrecisions', 'chainId', 'confirmations', 'contractAddress', 'conversionCurrencies'],
      ...['fees', 'limits', 'name', 'network', 'time'],
    ]);
    client.socket.send('[{"c":"ping","rid":1},{"c":"ping"}]');
    expect(await client.frame(1)).toEqual([
      [0, 'p', 'pong', 1],
      [0, 'p', 'pong'],
    ]);
    expect(client.frames).toHaveLength(2);
    client.socket.close();
    await client.closed;
  });

  it('closes on binary and on too long frames, with their codes', async () => {
    const binary = await RealClient.open(url);
    binary.socket.send(Buffer.from('[]'));
    expect(await binary.closed).toBe(1003);
    for (const frame of [' '.repeat(5_001), ' '.repeat(20_000), 'é'.repeat(5_001)]) {
      const long = await RealClient.open(url);
      long.socket.send(frame);
      expect(await long.closed).toBe(1009);
    }
    const fitting = await RealClient.open(url);
    fitting.socket.send(`${'€'.repeat(4_000)}`);
    expect(await fitting.frame(1)).toEqual([[0, 'e', expect.stringMatching(/^INVALID_JSON: /)]]);
    fitting.socket.close();
  });

  it.each(['events=unique', 'bars=ms', 'events=distinct&bars='])(
    'tells whoever asks for what there is not in one packet what there is, and closes with 1008: %s',
    async (query) => {
      const client = await RealClient.open(`${url}?${query}`);
      expect(await client.frame(0)).toEqual([
        [
          0,
          'e',
          expect.stringMatching(/^INVALID_FIELD: (events must be distinct|bars must be seconds) or be/),
        ],
      ]);
      expect(await client.closed).toBe(1008);
      expect(client.frames).toHaveLength(1);
    },
  );

  it('ignores what it does not know in the address', async () => {
    const client = await RealClient.open(`${url}?apiKey=1&bars=seconds`);
    expect(await client.frame(0)).toEqual([[0, 'c', expect.anything()]]);
    client.socket.close();
    await client.closed;
  });

  it('is at /ws/v1 only', async () => {
    await expect(RealClient.open(url.replace('/ws/v1', '/ws/v2'))).rejects.toThrow('404');
    await expect(RealClient.open(`${url}/`)).rejects.toThrow('404');
  });

  it('tells a plain HTTP request that it is for websockets', async () => {
    for (const path of ['/ws/v1', '/', '/rest/v1/listed']) {
      const answer = await fetch(new URL(path, url.replace('ws:', 'http:')));
      expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.json()).toEqual({
        status: 4,
        message: expect.stringContaining('connect to /ws/v1'),
        data: null,
      });
    }
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 1],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 1],
    ['no host', 'GET /ws/v1 HTTP/1.1\r\n\r\n', 426, 4],
    ['a malformed path', 'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 426, 4],
    [
      'a websocket elsewhere',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      404,
      4,
    ],
    [
      'a handshake without a key',
      'GET /ws/v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      400,
      1,
    ],
  ])('answers %s in the envelope, for every origin', async (_what, text, code, status) => {
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const chunks: string[] = [];
    for await (const chunk of socket) {
      chunks.push(String(chunk));
      if (chunks.join('').endsWith('}')) break;
    }
    const [head = '', body = ''] = chunks.join('').split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${code} `);
    expect(head.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(JSON.parse(body)).toEqual({ status, message: expect.any(String), data: null });
  });

  it('forgets a client that has gone', async () => {
    const before = world.connections.size;
    const client = await RealClient.open(`${url}?events=distinct`);
    client.socket.send('[{"c":"subscribe","markets":["ETHDAI"],"events":["trades"]}]');
    await client.frame(1);
    expect(world.connections.size).toBe(before + 1);
    client.socket.terminate();
    while (world.connections.size > before) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('when it drains, sends everyone away and takes nobody', async () => {
    const client = await RealClient.open(url);
    await client.frame(0);
    server.adapter.stopAccepting();
    const drained = world.connections.drain({
      windowSeconds: 0,
      random: () => 0,
      answersAwaited: () => false,
    });
    expect(await client.frame(1)).toEqual([[0, 'rc', [0, 'the service is being upgraded']]]);
    await world.clock.advance(0);
    expect(await client.closed).toBe(1012);
    while (world.connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await world.clock.advance(20);
    await drained;
    await expect(RealClient.open(url)).rejects.toThrow('503');
  });
});
