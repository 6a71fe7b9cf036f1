import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { dataQueries, encodeJson, ledgerListing, marketReport } from '@exchange/contract/bus';
import { marketId } from '@exchange/core/kernel';
import { marketEvent, type PublicTradeView } from '@exchange/core/message';
import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { type IncomingRequest, Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, type MemoryBus, settle } from '@exchange/test/kit';
import { createPublicServer } from './public-server';
import { silentRequestMeters } from './request-meters';

const DAI = `0x${'a1'.repeat(20)}`;
const levels = Array.from({ length: 150 }, (_, at) => [
  { side: 'buy' as const, rateKey: 480_000 - at, amount: String(at + 1), count: 1 },
  { side: 'sell' as const, rateKey: 480_001 + at, amount: String(at + 1), count: 2 },
]).flat();
/** An id that no trade has. */
const NO_TRADE = 78;
const trades: PublicTradeView[] = Array.from({ length: 30 }, (_, at) => ({
  ...{ id: 1_000 - at, market: 'ETHDAI', buy: at % 2 === 0, rate: '30', amount: '5', timestamp: 9_000 - at },
}));
const ticker = {
  ...{ rate: '0.57878', change24h: '-2.91', volumeTraded24h: '497.08' },
  ...{ volumeQuote24h: '299.07', high24h: '0.6076', low24h: '0.57878' },
};

describe('the public HTTP port', () => {
  const [clock, log] = [new FakeClock(), new KeptLog()];
  const broker = new MemoryBroker({ clock });
  let server: NestFastifyApplication;
  let engine: MemoryBus;
  let bus: MemoryBus;
  let markets: LiveMarkets;
  let tradesAsked: object[] = [];
  const barsAsked: object[] = [];
  const bar = {
    ...{ time: 1_700_000_040_000, open: '200', high: '201.5', low: '0.00000001', close: '200.25' },
    ...{ volume: '12.5', volumeQuote: '2504.75' },
  };
  let answersTrades = true;

  const open = async (requestsMax = 1_000_000) => {
    bus = broker.connect('rest-gateway');
    const [requester, sender] = [new Requester(bus), 'rest-1'];
    markets = new LiveMarkets({ bus, requester, clock, sender, failed: () => undefined });
    const deployment = {
      ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
      ...{ confirmations: 2, fees: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }] },
      limits: limitsView(ADDRESS_LIMITS),
      ...{ websocketUrl: 'wss://ws.example.org/ws/v1', explorerUrl: 'https://scan.example.org' },
    };
    server = await createPublicServer({
      ...{ markets, clock, log, deployment, trustedProxies: 1, ranges: AddressRanges.of(['1.2.3.9/32=100']) },
      ...{ meters: silentRequestMeters, owners: new OwnerQueries(requester, sender) },
      ...{ dataAgeMaxMs: 10_000, limit: { requestsMax, windowMs: 10_000 } },
    });
    await server.listen(0, '127.0.0.1');
  };
  const hear = ({ subject, data, respond }: IncomingRequest) => {
    const request = JSON.parse(new TextDecoder().decode(data)) as {
      market: string;
      limit?: number;
      before?: number;
    };
    if (subject.endsWith('market-snapshot')) {
      respond(
        encodeJson({ ok: true, value: { market: request.market, seq: 0, levels, trades, ticker, bars: [] } }),
      );
    } else if (subject.endsWith('bars') && answersTrades) {
      barsAsked.push(request);
      respond(encodeJson({ ok: true, value: { bars: [bar], last: true } }));
    } else if (request.before === NO_TRADE) {
      respond(encodeJson({ ok: false, code: 'INVALID_FIELD', message: 'no trade in ETHDAI has id 78' }));
    } else if (answersTrades) {
      tradesAsked.push(request);
      respond(encodeJson({ ok: true, value: { trades: trades.slice(0, request.limit) } }));
    } else {
      respond(encodeJson({ ok: false, code: 'UNAVAILABLE', message: 'not now' }));
    }
  };
  const request = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ code: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const { port } = server.getHttpServer().address() as AddressInfo;
      const sent = httpRequest(
        { method, host: '127.0.0.1', port, path: `/rest/v1${path}`, headers },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const { statusCode = 0, headers: received } = answer;
            resolve({ code: statusCode, headers: received, bytes: Buffer.concat(chunks) });
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request('GET', path, headers);
    const json = () =>
      JSON.parse(answer.bytes.toString()) as { status: number; message: string; data: unknown };
    return { ...answer, json };
  };

  beforeAll(async () => {
    engine = broker.connect('matching-engine');
    const owner = broker.connect('market-data');
    await owner.serve(dataQueries.marketSnapshotQuery.pattern, hear);
    await owner.serve(dataQueries.tradesQuery.pattern, hear);
    await owner.serve(dataQueries.barsQuery.pattern, hear);
    await open();
    expect(await get('/listed')).toMatchObject({ code: 503 });
    expect((await get('/market/ETHDAI/ticker')).json()).toMatchObject({ status: 6, data: null });
    expect((await get('/tickers')).json()).toMatchObject({ status: 6, data: null });
    const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
    await broker
      .connect('account-service')
      .publishLog('LEDGER', ledgerListing.subject(), [
        { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing, waitingPeriod: 86_400 }) },
      ]);
    await markets.start();
    await clock.advance(10);
  });
  beforeEach(() => {
    tradesAsked = [];
    answersTrades = true;
  });
  afterAll(() => server.close());

  it('answers the order book as recorded: buys then sells, best first, 20 per side', async () => {
    const answer = (await get('/market/ETHDAI/orderbook')).json();
    expect(Object.keys(answer)).toEqual(['status', 'message', 'data']);
    expect(answer).toMatchObject({ status: 0, message: 'success' });
    const lines = answer.data as { direction: string }[];
    expect(lines).toHaveLength(40);
    expect(lines[0]).toEqual({ direction: 'BUY', rate: '30', amount: '1', orderCount: 1 });
    expect(Object.keys(lines[0] ?? {})).toEqual(['direction', 'rate', 'amount', 'orderCount']);
    expect(lines[20]).toEqual({ direction: 'SELL', rate: '30.001', amount: '1', orderCount: 2 });
    expect(((await get('/market/ETHDAI/orderbook?limit=100')).json().data as unknown[]).length).toBe(200);
  });

  it('says how old data is while the broker is away, refuses it when it is too old, and goes on afterwards', async () => {
    const book = '/market/ETHDAI/orderbook';
    expect((await get(book)).headers['x-data-age']).toBe('0');
    bus.disconnect();
    await clock.advance(9_000);
    const old = await get(book);
    expect([old.code, old.headers['x-data-age']]).toEqual([200, '9']);
    await clock.advance(2_000);
    const refused = await get(book);
    expect([refused.code, refused.headers['x-data-age'], refused.headers['retry-after']]).toEqual([
      503,
      '11',
      '1',
    ]);
    expect(refused.json()).toMatchObject({ status: 6, message: expect.stringContaining('11 s old') });
    expect((await get('/time')).code).toBe(200);
    bus.reconnect();
    await clock.advance(1_000);
    const fresh = await get(book);
    expect([fresh.code, fresh.headers['x-data-age']]).toEqual([200, '0']);
  });

  it('keeps the book until it changes, and knows who has it', async () => {
    const first = await get('/market/ETHDAI/orderbook');
    const etag = String(first.headers['etag']);
    const again = await get('/market/ETHDAI/orderbook', { 'if-none-match': `"x", ${etag}` });
    expect([again.code, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({
      etag,
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=1',
    });
    const event = marketEvent.read({ kind: 'level', side: 'sell', rateKey: 480_001, amount: '77', count: 3 });
    const data = marketReport.encode({
      seq: 1,
      at: 1,
      market: marketId('ETHDAI'),
      steps: [{ events: [event] }],
    });
    await engine.publishLog('MARKET', 'market.v1.ETHDAI', [{ seq: 1, data }]);
    await settle();
    const changed = await get('/market/ETHDAI/orderbook', { 'if-none-match': etag });
    expect(changed.code).toBe(200);
    expect((changed.json().data as unknown[])[20]).toMatchObject({ amount: '77', orderCount: 3 });
  });

  it('answers the newest trades from memory', async () => {
    const { data } = (await get('/market/ETHDAI/trades')).json();
    expect(Object.keys(data as object)).toEqual(['trades', 'market', 'limit']);
    expect(data).toMatchObject({ market: 'ETHDAI', limit: 20 });
    const listed = (data as { trades: object[] }).trades;
    expect(listed).toHaveLength(20);
    expect(listed[0]).toEqual({
      ...{ id: 1_000, market: 'ETHDAI', direction: 'BUY', rate: '30', amount: '5', timestamp: 9_000 },
    });
    expect(tradesAsked).toEqual([]);
  });

  it('asks market-data for older trades, with times in seconds or milliseconds', async () => {
    const url = '/market/ethdai/trades?from=1600000000&to=1700000000000&before=77&limit=3&other=1&other=2';
    expect((await get(url)).json().data).toMatchObject({ market: 'ETHDAI', limit: 3 });
    expect(tradesAsked).toEqual([
      { market: 'ETHDAI', from: 1_600_000_000_000, to: 1_700_000_000_000, before: 77, limit: 3 },
    ]);
    answersTrades = false;
    expect(await get(url)).toMatchObject({ code: 503 });
    const noTrade = await get(`/market/ETHDAI/trades?before=${NO_TRADE}`);
    expect([noTrade.code, noTrade.json()]).toEqual([
      400,
      { status: 1, message: 'no trade in ETHDAI has id 78', data: null },
    ]);
  });

  it('answers bars as numbers, those that open within the range, and says so when market-data is away', async () => {
    const path = '/market/ethdai/bars?precision=1m&from=1700000000&to=1700000099999';
    expect((await get(path)).bytes.toString()).toContain('[[1700000040000,200,201.5,1e-8,200.25,12.5]]');
    const range = { from: 1_700_000_000_000, to: 1_700_000_099_999, limit: 2_000 };
    expect(barsAsked).toEqual([{ market: 'ETHDAI', precision: '1m', ...range }]);
    answersTrades = false;
    expect((await get(path)).json()).toMatchObject({ status: 6, data: null });
    answersTrades = true;
  });

  it('answers ticker, listed, config, time and token info', async () => {
    expect((await get('/market/ETHDAI/ticker')).json().data).toEqual(ticker);
    expect((await get('/listed')).json().data).toEqual({
      tokens: {
        ETH: {
          ...{ contract: `0x${'00'.repeat(20)}`, name: 'Ether', decimals: 18, status: 'open' },
          ...{ minOrderAmount: '10000000000000000', minOrderRemaining: '1000000000000000' },
        },
        DAI: {
          ...{ contract: DAI, name: 'Dai', decimals: 18, status: 'open' },
          ...{ minOrderAmount: '1000000000000000000', minOrderRemaining: '100000000000000000' },
        },
      },
      markets: {
        ETHDAI: {
          ...{ traded: 'ETH', quote: 'DAI', status: 'open' },
          ...{ minOrderAmountQuote: '1000000000000000000', minOrderRemainingQuote: '100000000000000000' },
        },
      },
    });
    expect((await get('/config')).json().data).toMatchObject({
      ...{ network: 'dev', chainId: 31_337, time: clock.now(), fees: [[0, 0, 0.0025]] },
      ...{ barDataPrecisions: { '1w': 604_800 }, conversionCurrencies: { EUR: '€' } },
      ...{ websocketUrl: 'wss://ws.example.org/ws/v1', explorerUrl: 'https://scan.example.org' },
      waitingPeriod: 86_400,
    });
    expect((await get('/time')).json().data).toEqual({ time: clock.now() });
    const bySymbol = (await get('/token-info/by-symbol/dai')).json().data;
    expect(bySymbol).toMatchObject({
      symbol: 'DAI',
      contract: DAI,
      links: { website: 'https://example.org' },
    });
    const byContract = await get(`/token-info/by-contract/${DAI.toUpperCase().replace('X', 'x')}`);
    expect(byContract.json().data).toEqual(bySymbol);
  });

  it('answers all tickers at once, with what stands best on each side now', async () => {
    const best = { bid: '30', bidAmount: '1', ask: '30.001' };
    const first = await get('/tickers');
    expect(first.json().data).toEqual([{ market: 'ETHDAI', ...ticker, ...best, askAmount: '77' }]);
    const gone = { kind: 'level', amount: '0', count: 0 };
    const events = levels
      .filter(({ side }) => side === 'sell')
      .map((level) => marketEvent.read({ ...level, ...gone }));
    const data = marketReport.encode({ seq: 2, at: 1, market: marketId('ETHDAI'), steps: [{ events }] });
    await engine.publishLog('MARKET', 'market.v1.ETHDAI', [{ seq: 2, data }]);
    await settle();
    expect((await get('/tickers')).json().data).toEqual([
      { market: 'ETHDAI', ...ticker, ...best, ask: null, askAmount: null },
    ]);
    expect((await get('/tickers', { 'if-none-match': String(first.headers['etag']) })).code).toBe(200);
  });

  it.each([
    ['/market/ETHDAI/orderbook?limit=21', 400, 1],
    ['/market/ETHDAI/orderbook?limit=', 400, 1],
    ['/market/ETHDAI/orderbook?limit=20&limit=20', 400, 1],
    ['/market/ETHDAI/trades?limit=51', 400, 1],
    ['/market/ETHDAI/trades?limit=-1', 400, 1],
    ['/market/ETHDAI/trades?from=1.5', 400, 1],
    ['/market/ETHDAI/trades?from=1700000001&to=1700000000000', 400, 1],
    ['/market/ETHDAI/bars?from=1&to=2', 400, 1],
    ['/market/ETHDAI/bars?precision=2m&from=1&to=2', 400, 1],
    ['/market/ETHDAI/bars?precision=1m&from=1', 400, 1],
    ['/market/ETHDAI/bars?precision=1m&from=2&to=1', 400, 1],
    ['/market/DAIETH/bars?precision=1m&from=1&to=2', 404, 2],
    ['/token-info/by-contract/0x12', 400, 1],
    ['/market/DAIETH/orderbook', 404, 2],
    ['/market/ETHDAI%20/ticker', 404, 2],
    ['/token-info/by-symbol/XYZ', 404, 3],
    [`/token-info/by-contract/0x${'77'.repeat(20)}`, 404, 3],
    ...[101, 1_000, 10_000].flatMap((length): [string, number, number][] => [
      [`/market/${'X'.repeat(length)}/ticker`, 404, 2],
      [`/market/${'%F0%9F%98%80'.repeat(length / 20)}/orderbook`, 404, 2],
      [`/token-info/by-symbol/${'X'.repeat(length)}`, 404, 3],
      [`/token-info/by-contract/${'X'.repeat(length)}`, 400, 1],
    ]),
    ['/market/ETHDAI', 404, 4],
    ['/', 404, 4],
    ['/market/%zz/ticker', 400, 1],
    ['/../../health/live', 404, 4],
  ])('refuses %s with HTTP %i and status %i', async (path, code, status) => {
    const answer = await get(path);
    expect(answer.code).toBe(code);
    expect(answer.json()).toEqual({ status, message: expect.any(String), data: null });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['/openapi.json', 'application/json', '"openapi":"3.1.0"'],
    ['/asyncapi.json', 'application/json', '"asyncapi":"3.0.0"'],
    ['/abi.json', 'application/json', '"name":"WaitingPeriodChanged"'],
    ['/docs', 'text/html', 'The public interface'],
    ['/docs/endpoints', 'text/html', 'GET /market/{market}/orderbook'],
    ['/docs/commands', 'text/html', 'placeOrder'],
    ['/docs/search?q=fillOrKill', 'text/html', '/docs/orders#kinds'],
    ['/docs/style.css', 'text/css', 'prefers-color-scheme'],
    ['/docs/page.js', 'text/javascript', 'clipboard'],
  ])('serves the reference at %s, to be kept', async (path, type, text) => {
    const url = `${await server.getUrl()}${path}`;
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(await answer.text()).toContain(text);
    const policy = path.startsWith('/docs') ? expect.stringContaining("default-src 'none'") : null;
    expect(answer.headers.get('content-security-policy')).toEqual(policy);
    const etag = String(answer.headers.get('etag'));
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('compresses larger bodies as the client likes', async () => {
    const gzip = await get('/market/ETHDAI/orderbook', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toMatchObject({ status: 0 });
    const brotli = await get('/market/ETHDAI/orderbook', { 'accept-encoding': 'gzip, br;q=0.9' });
    expect(brotli.headers['content-encoding']).toBe('br');
    const none = await get('/market/ETHDAI/orderbook', { 'accept-encoding': 'br;q=0, identity' });
    expect(none.headers['content-encoding']).toBeUndefined();
    const small = await get('/time', { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['etag']).toBe(brotli.headers['etag']);
  });

  it('announces the limits of who asks', async () => {
    const limitsOf = async (address: string) =>
      ((await get('/config', { 'x-forwarded-for': address })).json().data as { limits: object }).limits;
    expect(await limitsOf('1.2.3.9')).toMatchObject({ connectionsPerAddress: 100, pointsPerAddress: 2_000 });
    expect(await limitsOf('1.2.3.9, 1.2.3.8')).toMatchObject({ connectionsPerAddress: 25, points: 50 });
  });

  it('is read only, and open to every origin', async () => {
    const post = await request('POST', '/listed');
    expect([post.code, JSON.parse(post.bytes.toString())]).toMatchObject([404, { status: 4 }]);
    const options = await request('OPTIONS', '/listed');
    expect([options.code, options.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const head = await request('HEAD', '/listed');
    expect([head.code, head.bytes.length]).toEqual([200, 0]);
  });

  it('counts requests per address and says when to come back', async () => {
    await server.close();
    await open(3);
    await markets.start();
    await clock.advance(20);
    const from = (address: string) => get('/time', { 'x-forwarded-for': `6.6.6.6, ${address}` });
    expect((await from('1.2.3.9')).headers).toMatchObject({ 'ratelimit-limit': '12' });
    const first = await from('1.2.3.4');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    await from('1.2.3.4');
    await from('1.2.3.4');
    const refused = await from('1.2.3.4');
    expect([refused.code, refused.json().status]).toEqual([429, 5]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('1.2.3.5')).code).toBe(200);
    await clock.advance(10_000);
    expect((await from('1.2.3.4')).code).toBe(200);
  });

  it('tells nothing of its own faults, but logs them', async () => {
    const { market } = markets;
    markets.market = () => {
      throw new Error('secret');
    };
    const answer = await get('/market/ETHDAI/ticker', { 'x-forwarded-for': '9.9.9.9' });
    markets.market = market;
    expect([answer.code, answer.json()]).toEqual([500, { status: 7, message: 'internal error', data: null }]);
    expect(log.of('error')).toHaveLength(1);
  });
});
