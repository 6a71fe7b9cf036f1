import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  dataQueries,
  encodeJson,
  ledgerListing,
  type Listing,
  type ReplyOf,
  type TickerView,
} from '@exchange/contract/bus';
import { parseRate } from '@exchange/core/kernel';
import {
  ADDRESS_LIMITS,
  type Envelope,
  limitsView,
  type Listed,
  type RestBookLine,
  type RestListedMarket,
  type RestTrades,
} from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { type IncomingRequest, Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker } from '@exchange/test/kit';
import { createPublicServer } from './public-server';

type Snapshot = ReplyOf<typeof dataQueries.marketSnapshotQuery>;

const ZEROS: TickerView = {
  ...{ rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0', high24h: '0', low24h: '0' },
};
const emptyMarket = (market: string): Snapshot => ({
  ...{ market, seq: 0, levels: [], trades: [], ticker: ZEROS, bars: [] },
});

let server: NestFastifyApplication;
let markets: LiveMarkets;
afterEach(async () => {
  await server.close();
  await markets.stop();
});

/** A gateway whose exchange lists this and whose markets are as `snapshotOf` says; gives how to ask it. */
async function serve(listing: Listing, snapshotOf: (market: string) => Snapshot) {
  const clock = new FakeClock();
  const broker = new MemoryBroker({ clock });
  await broker
    .connect('market-data')
    .serve(dataQueries.marketSnapshotQuery.pattern, ({ data, respond }: IncomingRequest) => {
      const { market } = JSON.parse(new TextDecoder().decode(data)) as { market: string };
      respond(encodeJson({ ok: true, value: snapshotOf(market) }));
    });
  await broker
    .connect('account-service')
    .publishLog('LEDGER', ledgerListing.subject(), [
      { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
    ]);
  const bus = broker.connect('rest-gateway');
  markets = new LiveMarkets({ bus, clock, sender: 'rest-1', failed: () => undefined });
  const deployment = {
    ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
    ...{ confirmations: 2, fees: [], limits: limitsView(ADDRESS_LIMITS) },
  };
  server = await createPublicServer({
    ...{ markets, clock, log: new KeptLog(), deployment, trustedProxies: 0, ranges: AddressRanges.of([]) },
    owners: new OwnerQueries(new Requester(bus), 'rest-1'),
    limit: { requestsMax: 1_000, windowMs: 10_000 },
  });
  await server.listen(0, '127.0.0.1');
  await markets.start();
  await clock.advance(10);
  const { port } = server.getHttpServer().address() as AddressInfo;
  return async <T>(route: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/rest/v1${route}`)).json()) as Envelope<T>;
}

describe('a market without orders and trades', () => {
  it('has an empty book, no trades, and a ticker of zeros', async () => {
    const listing = ledgerListing.fixtures[0]?.listing ?? { tokens: [], markets: [] };
    const get = await serve(listing, emptyMarket);
    const success = { status: 0, message: 'success' };
    expect(await get('/market/ETHDAI/orderbook')).toEqual({ ...success, data: [] });
    const noTrades = { trades: [], market: 'ETHDAI', limit: 20 };
    expect(await get('/market/ETHDAI/trades')).toEqual({ ...success, data: noTrades });
    expect(await get('/market/ETHDAI/ticker')).toEqual({ ...success, data: ZEROS });
  });
});

/** Answers of a live exchange with this interface, where they are at hand. */
const RECORDED = path.resolve(import.meta.dirname, '../../../../..', 'shared', 'data', 'recorded');

const recorded = <T>(name: string) =>
  JSON.parse(readFileSync(path.join(RECORDED, `${name}.json`), 'utf8')) as Envelope<T>;

/** The recorded listing as account-service tells it; what a listing of then didn't say is made up. */
function recordedListing(): Listing {
  const { tokens, markets: pairs } = recorded<Listed<RestListedMarket>>('listed').data;
  const minimums = { minOrderAmount: '1', minOrderRemaining: '1' };
  const quoteMinimums = { minOrderAmountQuote: '1', minOrderRemainingQuote: '1' };
  return {
    tokens: Object.entries(tokens).map(([symbol, token]) => ({
      ...{ symbol, ...token, ...minimums, supply: '0', description: '', links: {} },
    })),
    markets: Object.entries(pairs).map(([market, { traded, quote }], at) => ({
      ...{ market, index: at + 1, traded, quote, ...quoteMinimums, status: 'open' as const },
    })),
  };
}

function keyOf(rate: string): number {
  const parsed = parseRate(rate, 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function recordedMarket(market: string): Snapshot {
  const lines = recorded<RestBookLine[]>(`${market}-orderbook`).data;
  const { trades } = recorded<RestTrades>(`${market}-trades`).data;
  return {
    market,
    seq: 0,
    levels: lines.map(({ direction, rate, amount, orderCount }) => ({
      side: direction === 'BUY' ? 'buy' : 'sell',
      ...{ rateKey: keyOf(rate), amount, count: orderCount },
    })),
    trades: trades.map(({ direction, ...trade }) => ({ ...trade, buy: direction === 'BUY' })),
    ticker: recorded<TickerView>(`${market}-ticker`).data,
    bars: [],
  };
}

if (existsSync(RECORDED)) {
  describe('the recorded exchange', () => {
    const open = () =>
      serve(recordedListing(), (market) =>
        market === 'SNXDAI' ? recordedMarket(market) : emptyMarket(market),
      );

    it.each(['orderbook', 'trades', 'ticker'])(
      'would have answered %s with the same members, types and order',
      async (name) => {
        const answer = await (await open())<object>(`/market/SNXDAI/${name}`);
        const { data, ...rest } = recorded<object>(`SNXDAI-${name}`);
        expect(JSON.stringify(answer.data)).toBe(JSON.stringify(data));
        expect({ ...answer, data: null }).toEqual({ ...rest, data: null });
      },
    );

    it('would have answered listed the same way, and with the status of markets', async () => {
      const { data } = await (await open())<Listed<RestListedMarket>>('/listed');
      const then = recorded<Listed<RestListedMarket>>('listed').data;
      expect(JSON.stringify(data.tokens)).toBe(JSON.stringify(then.tokens));
      const withStatus = Object.entries(then.markets).map(([id, market]) => [
        id,
        { ...market, status: 'open' },
      ]);
      expect(JSON.stringify(data.markets)).toBe(JSON.stringify(Object.fromEntries(withStatus)));
    });
  });
}
