import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { dataQueries, ledgerListing, type ReplyOf } from '@exchange/contract/bus';
import {
  address,
  amount,
  AMOUNT_MAX,
  amountFrom,
  formatRate,
  marketId,
  parseRate,
  type RateKey,
} from '@exchange/core/kernel';
import type { Listing, TickerView } from '@exchange/core/message';
import {
  ADDRESS_LIMITS,
  type Envelope,
  limitsView,
  type Listed,
  type RestBookLine,
  type ListedMarket,
  type RestTrades,
} from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { type IncomingRequest, Requester } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker } from '@exchange/test/kit';
import { createPublicServer } from './public-server';
import { silentRequestMeters } from './request-meters';

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
      respond(dataQueries.marketSnapshotQuery.encodeReply({ ok: true, value: snapshotOf(market) }));
    });
  await broker
    .connect('account-service')
    .publishLog('LEDGER', ledgerListing.subject(), [
      { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
    ]);
  const bus = broker.connect('rest-gateway');
  markets = new LiveMarkets({
    bus,
    requester: new Requester(bus),
    clock,
    sender: 'rest-1',
    failed: () => undefined,
  });
  const deployment = {
    ...{ contractAddress: `0x${'ee'.repeat(20)}`, network: 'dev', name: 'Exchange', chainId: 31_337 },
    ...{ confirmations: 2, fees: [], limits: limitsView(ADDRESS_LIMITS) },
  };
  server = await createPublicServer({
    ...{ markets, clock, log: new KeptLog(), deployment, trustedProxies: 0, ranges: AddressRanges.of([]) },
    meters: silentRequestMeters,
    owners: new OwnerQueries(new Requester(bus), 'rest-1'),
    dataAgeMaxMs: 10_000,
    limit: { requestsMax: 1_000, windowMs: 10_000 },
  });
  await server.listen(0, '127.0.0.1');
  await markets.start();
  await clock.advance(10);
  const { port } = server.getHttpServer().address() as AddressInfo;
  return async (route: string) => (await fetch(`http://127.0.0.1:${port}/rest/v1${route}`)).text();
}

const parsed = <T>(text: string) => JSON.parse(text) as Envelope<T>;

describe('a market without orders and trades', () => {
  it('has an empty book, no trades, and a ticker of zeros', async () => {
    const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
    const get = await serve(listing, emptyMarket);
    const success = { status: 0, message: 'success' };
    const data = async (route: string) => parsed(await get(route));
    expect(await data('/market/ETHDAI/orderbook')).toEqual({ ...success, data: [] });
    const noTrades = { trades: [], market: 'ETHDAI', limit: 20 };
    expect(await data('/market/ETHDAI/trades')).toEqual({ ...success, data: noTrades });
    expect(await data('/market/ETHDAI/ticker')).toEqual({ ...success, data: ZEROS });
  });
});

/** Amounts that a float would round, rates of every kind of text, and integers that stay integers. */
const EXACT: Snapshot = {
  market: 'ETHDAI',
  seq: 7,
  levels: [
    { side: 'sell', rateKey: keyOf('300'), amount: AMOUNT_MAX, count: 12 },
    { side: 'buy', rateKey: keyOf('0.6483'), amount: amount(1n), count: 1 },
    { side: 'buy', rateKey: keyOf('0.00000001'), amount: amount(9_007_199_254_740_993n), count: 2 },
    { side: 'sell', rateKey: keyOf('12345000'), amount: amount(10n), count: 1 },
  ],
  trades: [
    ...[{ id: 2_199_023_255_553, market: 'ETHDAI', buy: false, rate: '0.6483', amount: '9007199254740993' }],
    ...[{ id: 2_199_023_255_552, market: 'ETHDAI', buy: true, rate: '300', amount: '1' }],
  ].map((trade) => ({ ...trade, timestamp: 1_585_762_739_908 })),
  ticker: {
    ...{ rate: '0.6483', change24h: '-2.9', volumeTraded24h: '497.08', volumeQuote24h: '299.07' },
    ...{ high24h: '300', low24h: '0.6483' },
  },
  bars: [],
};

describe('the answers of a market', () => {
  it('are these, byte for byte', async () => {
    const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
    const get = await serve(listing, () => EXACT);
    const success = (data: string) => `{"status":0,"message":"success","data":${data}}`;
    const line = (direction: string, rate: string, amount: string, orderCount: number) =>
      `{"direction":"${direction}","rate":"${rate}","amount":"${amount}","orderCount":${orderCount}}`;
    const lines = [
      line('BUY', '0.6483', '1', 1),
      line('BUY', '0.00000001', '9007199254740993', 2),
      line('SELL', '300', '340282366920938463463374607431768211455', 12),
      line('SELL', '12345000', '10', 1),
    ];
    expect(await get('/market/ETHDAI/orderbook')).toBe(success(`[${lines.join()}]`));
    const trade = (id: number, direction: string, rate: string, amount: string) =>
      `{"id":${id},"market":"ETHDAI","direction":"${direction}","rate":"${rate}","amount":"${amount}",` +
      '"timestamp":1585762739908}';
    const trades = [
      trade(2_199_023_255_553, 'SELL', '0.6483', '9007199254740993'),
      trade(2_199_023_255_552, 'BUY', '300', '1'),
    ];
    expect(await get('/market/ETHDAI/trades?limit=50')).toBe(
      success(`{"trades":[${trades.join()}],"market":"ETHDAI","limit":50}`),
    );
    expect(await get('/market/ETHDAI/ticker')).toBe(
      success(
        '{"rate":"0.6483","change24h":"-2.9","volumeTraded24h":"497.08","volumeQuote24h":"299.07",' +
          '"high24h":"300","low24h":"0.6483"}',
      ),
    );
    const listed = await get('/listed');
    expect(listed).toMatch(
      /^\{"status":0,"message":"success","data":\{"tokens":\{"ETH":\{"contract":"0x0{40}","name":"[^"]+","decimals":18,/,
    );
    expect(listed).toContain('"markets":{"ETHDAI":{"traded":"ETH","quote":"DAI",');
  });
});

/** Answers of a live exchange with this interface, where they are at hand. */
const RECORDED = path.resolve(import.meta.dirname, '../../../../..', 'shared', 'data', 'recorded');

const recorded = <T>(name: string) =>
  JSON.parse(readFileSync(path.join(RECORDED, `${name}.json`), 'utf8')) as Envelope<T>;

const MINIMUMS = { minOrderAmount: amount(1n), minOrderRemaining: amount(1n) };
const QUOTE_MINIMUMS = { minOrderAmountQuote: amount(1n), minOrderRemainingQuote: amount(1n) };

/** The recorded listing as account-service tells it; what a listing of then didn't say is made up. */
function recordedListing(): Listing {
  const { tokens, markets: pairs } = recorded<Listed<ListedMarket>>('listed').data;
  return {
    tokens: Object.entries(tokens).map(([symbol, token]) => ({
      ...{
        symbol,
        ...token,
        contract: address(token.contract),
        ...MINIMUMS,
        supply: '0',
        description: '',
        links: {},
      },
    })),
    markets: Object.entries(pairs).map(([market, { traded, quote }], at) => ({
      ...{
        market: marketId(market),
        index: at + 1,
        traded,
        quote,
        ...QUOTE_MINIMUMS,
        status: 'open' as const,
      },
    })),
  };
}

function keyOf(rate: string): RateKey {
  const key = parseRate(rate, 'rate');
  if (!key.ok) throw new Error(key.message);
  return key.value;
}

/** A recorded rate as market-data writes the same rate. */
const written = (rate: string) => formatRate(keyOf(rate));

function recordedMarket(market: string): Snapshot {
  const lines = recorded<RestBookLine[]>(`${market}-orderbook`).data;
  const { trades } = recorded<RestTrades>(`${market}-trades`).data;
  const ticker = recorded<TickerView>(`${market}-ticker`).data;
  const rates = {
    rate: written(ticker.rate),
    high24h: written(ticker.high24h),
    low24h: written(ticker.low24h),
  };
  return {
    market,
    seq: 0,
    levels: lines.map(({ direction, rate, amount, orderCount }) => ({
      side: direction === 'BUY' ? 'buy' : 'sell',
      ...{ rateKey: keyOf(rate), amount: amountFrom(amount), count: orderCount },
    })),
    trades: trades.map(({ direction, ...trade }) => ({
      ...{ ...trade, rate: written(trade.rate), buy: direction === 'BUY' },
    })),
    ticker: { ...ticker, ...rates },
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
        const answer = parsed<object>(await (await open())(`/market/SNXDAI/${name}`));
        const { data, ...rest } = recorded<object>(`SNXDAI-${name}`);
        expect(JSON.stringify(answer.data)).toBe(JSON.stringify(data));
        expect({ ...answer, data: null }).toEqual({ ...rest, data: null });
      },
    );

    it('would have answered listed the same way, and with minimums and statuses', async () => {
      const { data } = parsed<Listed<ListedMarket>>(await (await open())('/listed'));
      const then = recorded<Listed<ListedMarket>>('listed').data;
      const tokens = Object.entries(then.tokens).map(([symbol, token]) => [
        symbol,
        { ...token, minOrderAmount: '1', minOrderRemaining: '1', status: expect.any(String) },
      ]);
      expect(data.tokens).toEqual(Object.fromEntries(tokens));
      const markets = Object.entries(then.markets).map(([id, market]) => [
        id,
        { ...market, status: 'open', minOrderAmountQuote: '1', minOrderRemainingQuote: '1' },
      ]);
      expect(data.markets).toEqual(Object.fromEntries(markets));
      for (const kind of ['tokens', 'markets'] as const) {
        expect(Object.keys(data[kind])).toEqual(Object.keys(then[kind]));
      }
    });
  });
}
