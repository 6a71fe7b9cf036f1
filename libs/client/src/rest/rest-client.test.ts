import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { failureEnvelope, successEnvelope } from '@exchange/core/wire';
import { RestClient } from './rest-client';

describe('the REST client', () => {
  let server: Server;
  let client: RestClient;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { url = '' } = request;
      if (url.includes('NOPE')) {
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

  it('rejects with the status and message of a failure', async () => {
    await expect(client.ticker('NOPE')).rejects.toMatchObject({
      status: 2,
      http: 404,
      message: 'no market NOPE',
    });
  });

  it('says so when the answer is no JSON', async () => {
    await expect(client.ticker('HTML')).rejects.toThrow('answer 502 of the REST interface is no JSON');
  });
});
