import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { failureEnvelope, REST_STATUS, type RestFailure, successEnvelope } from '@exchange/core/wire';
import type { ExchangeError } from '../exchange-error';
import { RestClient } from './rest-client';

const FAILURES = Object.keys(REST_STATUS).filter((name): name is RestFailure => name !== 'success');

describe('the REST client', () => {
  let server: Server;
  let client: RestClient;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { url = '' } = request;
      const failure = FAILURES.find((one) => url.includes(one));
      if (failure !== undefined) {
        response.writeHead(REST_STATUS[failure].http, { 'retry-after': '7' });
        response.end(JSON.stringify(failureEnvelope(failure, 'no')));
      } else if (url.includes('NOPE')) {
        response.writeHead(404).end(JSON.stringify(failureEnvelope('unknownMarket', 'no market NOPE')));
      } else if (url.includes('HTML')) {
        response.writeHead(502).end('<html>');
      } else response.end(JSON.stringify(successEnvelope(url)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new RestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('asks the paths of the reference', async () => {
    expect([
      await client.config(),
      await client.listed(),
      await client.tokenBySymbol('ETH'),
      await client.tokenByContract('0xa'),
      await client.orderBook('ETHDAI'),
      await client.trades('ETHDAI'),
      await client.trades('ETHDAI', { from: 1, before: 2, limit: 3 }),
      await client.ticker('ETHDAI'),
      await client.tickers(),
      await client.bars('ETHDAI', '1h', 1, 2),
    ]).toEqual([
      '/rest/v1/config',
      '/rest/v1/listed',
      '/rest/v1/token-info/by-symbol/ETH',
      '/rest/v1/token-info/by-contract/0xa',
      '/rest/v1/market/ETHDAI/orderbook?limit=20',
      '/rest/v1/market/ETHDAI/trades',
      '/rest/v1/market/ETHDAI/trades?from=1&before=2&limit=3',
      '/rest/v1/market/ETHDAI/ticker',
      '/rest/v1/tickers',
      '/rest/v1/market/ETHDAI/bars?precision=1h&from=1&to=2',
    ]);
  });

  it('rejects with the code and sentence of a failure, and with what was asked', async () => {
    await expect(client.ticker('NOPE')).rejects.toMatchObject({
      name: 'ExchangeError',
      code: 'UNKNOWN_MARKET',
      message: 'UNKNOWN_MARKET: no market NOPE',
      asked: '/rest/v1/market/NOPE/ticker',
    });
  });

  it('has the code of each failure of the reference', async () => {
    const codes: unknown[] = [];
    for (const failure of FAILURES) {
      codes.push(await client.ticker(failure).catch(({ code }: ExchangeError) => code));
    }
    expect(codes).toEqual([
      'INVALID_FIELD',
      ...[
        'UNKNOWN_MARKET',
        'UNKNOWN_TOKEN',
        'UNKNOWN_COMMAND',
        'RATE_LIMITED',
        'UNAVAILABLE',
        'UNKNOWN_ERROR',
      ],
    ]);
  });

  it('says when to ask again', async () => {
    await expect(client.ticker('rateLimited')).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  it('says so when the answer is no JSON, or none comes', async () => {
    await expect(client.ticker('HTML')).rejects.toMatchObject({
      code: 'UNKNOWN_ERROR',
      message: expect.stringContaining('answer 502 of the REST interface is no JSON'),
    });
    await expect(new RestClient('http://127.0.0.1:1').config()).rejects.toMatchObject({
      name: 'ExchangeError',
      code: 'CONNECTION_LOST',
      asked: '/rest/v1/config',
    });
  });
});
