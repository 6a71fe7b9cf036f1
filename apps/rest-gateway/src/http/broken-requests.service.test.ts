import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker } from '@exchange/test/kit';
import { createPublicServer } from './public-server';
import { silentRequestMeters } from './request-meters';

describe('what is no request for the framework', () => {
  let server: NestFastifyApplication;

  beforeAll(async () => {
    const clock = new FakeClock();
    const bus = new MemoryBroker({ clock }).connect('rest-gateway');
    server = await createPublicServer({
      markets: new LiveMarkets({
        bus,
        requester: new Requester(bus),
        clock,
        sender: 'rest-1',
        failed: () => undefined,
      }),
      meters: silentRequestMeters,
      owners: new OwnerQueries(new Requester(bus), 'rest-1'),
      deployment: {
        ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
        ...{ confirmations: 2, fees: [], limits: limitsView(ADDRESS_LIMITS) },
      },
      ...{ clock, log: new KeptLog(), trustedProxies: 0, ranges: AddressRanges.of([]) },
      dataAgeMaxMs: 10_000,
      limit: { requestsMax: 1_000, windowMs: 10_000 },
    });
    await server.listen(0, '127.0.0.1');
  });
  afterAll(() => server.close());

  /** What the server answers to these bytes until it closes. */
  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.getHttpServer().address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.on('error', reject);
      socket.on('end', () => resolve(answer));
    });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, /^the request is malformed/],
    ['a method that is none', 'LOOK / HTTP/1.1\r\nHost: a\r\n\r\n', 400, /^the request is malformed/],
    ['another version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400, /must be HTTP/],
    [
      'a bad length',
      'GET /rest/v1/time HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      400,
      /^the request is malformed/,
    ],
    [
      'an expectation',
      'GET /rest/v1/time HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n',
      417,
      /100-continue/,
    ],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      /less than 16 KiB/,
    ],
    ['a path that is too long', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\n`, 431, /less than 16 KiB/],
    ['no host', 'GET /rest/v1/time HTTP/1.1\r\n\r\n', 400, /must have one Host/],
    ['two hosts', 'GET /rest/v1/time HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, /must have one Host/],
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 400, /^CONNECT/],
  ])('answers %s in the envelope too, for every origin', async (_what, text, code, message) => {
    const [head = '', body = ''] = (await sendRaw(text)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${code} `);
    expect(head.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(JSON.parse(body)).toEqual({ status: 1, message: expect.stringMatching(message), data: null });
  });

  it('answers a client of HTTP/1.0 that names no host', async () => {
    expect(await sendRaw('GET /rest/v1/time HTTP/1.0\r\n\r\n')).toContain('"message":"success"');
  });

  it.each([
    [
      'a coding that nobody reads',
      'GET /rest/v1/time HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n',
    ],
    [
      'a body that nobody wants',
      'DELETE /rest/v1/time HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    ],
  ])('answers %s once', async (_what, text) => {
    expect((await sendRaw(text)).split('HTTP/1.1 ')).toHaveLength(2);
  });
});
