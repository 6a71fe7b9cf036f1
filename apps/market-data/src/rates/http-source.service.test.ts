import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpSource, type HttpSourceSettings } from './http-source';

describe('a source over HTTP', () => {
  let server: Server;
  let url = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      switch (request.url) {
        case '/rates':
          response.end('{"data":{"rates":{"ETH":0.0003125,"JPY":"160.0","none":0,"bad":"abc"}}}');
          return;
        case '/long':
          response.end(`{"x":"${'1'.repeat(10_000)}"}`);
          return;
        case '/moved':
          response.writeHead(302, { location: '/rates' }).end();
          return;
        case '/slow':
          response.write('{');
          return;
        default:
          response.writeHead(500).end('{}');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const read = (path: string, changes: Partial<HttpSourceSettings> = {}) =>
    new HttpSource({
      ...{ name: 'a', url: `${url}${path}`, everyMs: 1_000, timeoutMs: 300, bytesMax: 1_000 },
      values: [
        { asset: 'ETH', path: 'data.rates.ETH', inverse: true },
        { asset: 'JPY', path: 'data.rates.JPY', inverse: false },
      ],
      ...changes,
    }).read(new AbortController().signal);

  it('gives the exact numbers that stand in its answer', async () => {
    expect(await read('/rates')).toEqual([
      { asset: 'ETH', value: { numerator: 10_000_000n, denominator: 3_125n } },
      { asset: 'JPY', value: { numerator: 1_600n, denominator: 10n } },
    ]);
  });

  it('gives nothing at all when it lacks a number, or its number is 0 or none', async () => {
    for (const path of ['data.rates.BTC', 'data.rates.none', 'data.rates.bad', 'data.rates']) {
      const values = [
        { asset: 'JPY', path: 'data.rates.JPY', inverse: false },
        { asset: 'BTC', path, inverse: false },
      ];
      await expect(read('/rates', { values })).rejects.toThrow(`no positive number at ${path}`);
    }
  });

  it('is given up when it fails, is redirected, is too long or too slow, or the service stops', async () => {
    await expect(read('/broken')).rejects.toThrow('status 500');
    await expect(read('/moved')).rejects.toThrow();
    await expect(read('/long')).rejects.toThrow('longer than 1000 bytes');
    await expect(read('/slow')).rejects.toThrow(/timeout/i);
    const source = new HttpSource({
      ...{ name: 'a', url: `${url}/slow`, everyMs: 1_000, timeoutMs: 60_000, bytesMax: 1_000, values: [] },
    });
    const stopping = new AbortController();
    const waiting = source.read(stopping.signal);
    stopping.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
  });
});
