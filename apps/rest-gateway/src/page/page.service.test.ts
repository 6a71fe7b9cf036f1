import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker } from '@exchange/test/kit';
import { createPublicServer } from '../http/public-server';
import { silentRequestMeters } from '../http/request-meters';
import { readWebPage, type WebPage } from './web-page';

const INDEX = `<!doctype html><title>page</title>${'<p>text</p>'.repeat(200)}`;
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))})`;
const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-page-'));
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), INDEX);
writeFileSync(path.join(folder, 'assets/index-Ab12.js'), SCRIPT);
writeFileSync(path.join(folder, 'assets/index-Ab12.js.br'), brotliCompressSync(SCRIPT));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server with this page, or without any. */
async function open(page: WebPage | undefined): Promise<NestFastifyApplication> {
  const clock = new FakeClock();
  const bus = new MemoryBroker({ clock }).connect('rest-gateway');
  const requester = new Requester(bus);
  const failed = () => undefined;
  const server = await createPublicServer({
    markets: new LiveMarkets({ bus, requester, clock, sender: 'rest-1', failed }),
    ...{ meters: silentRequestMeters, owners: new OwnerQueries(requester, 'rest-1'), page },
    deployment: {
      ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
      ...{ confirmations: 2, fees: [], limits: limitsView(ADDRESS_LIMITS) },
      ...{ websocketUrl: 'wss://ws.example.org:444/ws/v1', rpcUrl: 'http://127.0.0.1:8090/node?key=1' },
    },
    ...{ clock, log: new KeptLog(), trustedProxies: 0, ranges: AddressRanges.of([]) },
    ...{ dataAgeMaxMs: 10_000, limit: { requestsMax: 1_000, windowMs: 10_000 } },
  });
  await server.listen(0, '127.0.0.1');
  return server;
}

const urlOf = (server: NestFastifyApplication) =>
  `http://127.0.0.1:${(server.getHttpServer().address() as AddressInfo).port}`;

const NO_ROUTE = { status: expect.any(Number), message: expect.stringMatching(/^no such route/), data: null };

describe('the trading page', () => {
  let server: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    server = await open(readWebPage(folder));
    url = urlOf(server);
  });
  afterAll(() => server.close());

  it('is at /, asked for again each time', async () => {
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, INDEX]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await fetch(url, { headers })).status).toBe(304);
  });

  it('may talk to this server, the websocket and the chain that are named, and load nothing else', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
        "connect-src 'self' wss://ws.example.org:444 http://127.0.0.1:8090; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('has assets that never change under their names, compressed as they were built', async () => {
    const answer = await fetch(`${url}/assets/index-Ab12.js`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(Number(answer.headers.get('content-length'))).toBe(brotliCompressSync(SCRIPT).length);
    expect(await answer.text()).toBe(SCRIPT);
  });

  it.each([
    '/market/ETHDAI',
    '/index.html',
    '/assets/none.js',
    '/assets/index-Ab12.js.br',
    '/assets/..%2Findex.html',
  ])('leaves every other path one that doesn’t exist: %s', async (path) => {
    const answer = await fetch(url + path);
    expect([answer.status, await answer.json()]).toEqual([404, NO_ROUTE]);
  });
});

it('without a built page / is a path that doesn’t exist', async () => {
  expect(readWebPage(path.join(folder, 'assets'))).toBeUndefined();
  const server = await open(undefined);
  const answer = await fetch(urlOf(server));
  expect([answer.status, await answer.json()]).toEqual([404, NO_ROUTE]);
  await server.close();
});
