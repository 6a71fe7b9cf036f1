import { describe, expect, it } from '@jest/globals';
import { dataQueries, dataTicker, ledgerListing, marketReport } from '@exchange/contract/bus';
import { amountFrom, marketId, rateKey } from '@exchange/core/kernel';
import {
  type BookLevel,
  type Listing,
  type MarketEvent,
  marketEvent,
  type TickerView,
} from '@exchange/core/message';
import { Requester } from '@exchange/platform';
import { FakeClock, MemoryBroker, type MemoryBus, settle } from '@exchange/test/kit';
import { type PublicSnapshot } from './live-market';
import { LiveMarkets } from './live-markets';

const NO_TICKER: TickerView = {
  rate: '0',
  change24h: '0',
  volumeTraded24h: '0',
  volumeQuote24h: '0',
  high24h: '0',
  low24h: '0',
};
const fixture = ledgerListing.examples[0];
const listing: Listing = fixture?.listing ?? { tokens: [], markets: [] };

const line = (key: number, amount: string, count = 1): BookLevel => ({
  side: 'sell',
  rateKey: rateKey(key),
  amount: amountFrom(amount),
  count,
});
const level = (key: number, amount: string, count = 1): MarketEvent => ({
  kind: 'level',
  ...line(key, amount, count),
});
const trade = (id: number): MarketEvent => {
  const fill = {
    orderId: 1,
    account: `0x${'aa'.repeat(20)}`,
    sellBook: '0',
    buyBook: '0',
    fees: { makerPpm: 0, takerPpm: 2500, settlementFee: '0', rebateToken: 'sell' as const },
  };
  const rate = { rateKey: 480_000, takerSide: 'buy' as const, traded: '5', quote: '1000' };
  const time = 1_700_000_000_000 + id;
  return marketEvent.read({ kind: 'trade', tradeId: id, time, ...rate, maker: fill, taker: fill });
};

async function world(snapshot: Partial<PublicSnapshot> = {}) {
  const clock = new FakeClock();
  const broker = new MemoryBroker({ clock });
  const engine = broker.connect('matching-engine');
  const owner = broker.connect('market-data');
  const state: PublicSnapshot = {
    market: 'ETHDAI',
    seq: 0,
    levels: [],
    trades: [],
    ticker: NO_TICKER,
    bars: [],
    ...snapshot,
  };
  const answer = { state, asked: 0 };
  const query = dataQueries.marketSnapshotQuery;
  await owner.serve('data.v1.query.*.market-snapshot', (request) => {
    answer.asked += 1;
    request.respond(query.encodeReply({ ok: true, value: answer.state }));
  });
  const account = broker.connect('account-service');
  await account.publishLog('LEDGER', ledgerListing.subject(), [
    { seq: 1, data: ledgerListing.encode({ seq: 1, at: 1, listing }) },
  ]);
  const bus = broker.connect('ws-1');
  const markets = new LiveMarkets({
    bus,
    requester: new Requester(bus),
    clock,
    sender: 'ws-1',
    failed: () => undefined,
  });
  return { clock, broker, engine, owner, bus, markets, answer };
}

const report = (seq: number, events: MarketEvent[]) => ({
  seq,
  data: marketReport.encode({ seq, at: 1, market: marketId('ETHDAI'), steps: [{ events }] }),
});
const publish = (engine: MemoryBus, seq: number, ...events: MarketEvent[]) =>
  engine.publishLog('MARKET', 'market.v1.ETHDAI', [report(seq, events)]);
const bookOf = (markets: LiveMarkets) =>
  markets
    .market('ETHDAI')
    ?.book.lines()
    .map((line) => `${line.rateKey} ${line.amount} ${line.count}`);

describe('live markets', () => {
  it('are ready once the listing is known and every market follows its log', async () => {
    const { markets, clock } = await world({ levels: [line(5, '7')] });
    expect(markets.ready()).toBe(false);
    await markets.start();
    await clock.advance(10);
    expect(markets.ready()).toBe(true);
    expect(markets.listing()?.market('ETHDAI')?.traded.symbol).toBe('ETH');
    expect(bookOf(markets)).toEqual(['5 7 1']);
  });

  it('apply the reports after the snapshot and tell what changed', async () => {
    const { markets, clock, engine, answer } = await world();
    await publish(engine, 1, level(5, '7'));
    await publish(engine, 2, level(6, '1'));
    answer.state = { ...answer.state, seq: 1, levels: [line(5, '7')] };
    const told: string[] = [];
    markets.listen({
      changed: ({ levels, trades }) =>
        told.push(
          ...levels.map(({ after }) => `level ${after.rateKey}`),
          ...trades.map(({ id }) => `trade ${id}`),
        ),
    });
    await markets.start();
    await clock.advance(10);
    await publish(engine, 3, level(5, '0', 0), trade(9));
    await settle();
    expect(bookOf(markets)).toEqual(['6 1 1']);
    expect(markets.market('ETHDAI')?.trades.map(({ id, rate }) => `${id} ${rate}`)).toEqual(['9 30']);
    expect(told).toEqual(['level 6', 'level 5', 'trade 9']);
  });

  it('ask for a snapshot again after a gap, and tell the difference', async () => {
    const { markets, clock, broker, answer } = await world({ levels: [line(5, '7')], seq: 1 });
    await markets.start();
    await clock.advance(10);
    const told: string[] = [];
    markets.listen({
      changed: ({ levels, trades }) =>
        told.push(
          ...levels.map(({ after }) => `${after.rateKey} ${after.amount}`),
          ...trades.map(({ id }) => `trade ${id}`),
        ),
    });
    answer.state = { ...answer.state, seq: 2 };
    broker.append('MARKET', { subject: 'market.v1.ETHDAI', ...report(4, [level(8, '4')]) });
    await clock.advance(100);
    expect(markets.ready()).toBe(false);
    const trades = [{ id: 3, market: 'ETHDAI', buy: true, rate: '1', amount: '1', timestamp: 1 }];
    answer.state = { ...answer.state, seq: 3, levels: [line(6, '2')], trades };
    await clock.advance(1_000);
    expect(markets.ready()).toBe(true);
    expect(bookOf(markets)).toEqual(['6 2 1', '8 4 1']);
    expect(told).toEqual(['5 0', '6 2', 'trade 3', '8 4']);
  });

  it('wait for market-data when it is not there yet', async () => {
    const { markets, clock, owner } = await world();
    owner.disconnect();
    await markets.start();
    await clock.advance(1_000);
    expect(markets.ready()).toBe(false);
    owner.reconnect();
    await clock.advance(1_000);
    expect(markets.ready()).toBe(true);
  });

  it('take newer tickers from notices and never older ones', async () => {
    const { markets, clock, owner } = await world({ seq: 4 });
    const told: string[] = [];
    markets.listen({ tickerChanged: (_market, { rate }) => told.push(rate) });
    await markets.start();
    await clock.advance(10);
    const notify = (seq: number, rate: string) =>
      owner.publish(
        dataTicker.subject('ETHDAI'),
        dataTicker.encode({ market: 'ETHDAI', seq, ticker: { ...NO_TICKER, rate } }),
      );
    notify(5, '300');
    notify(4, '200');
    notify(5, '300');
    await settle();
    expect(told).toEqual(['300']);
    expect(markets.market('ETHDAI')?.ticker.rate).toBe('300');
  });

  it('ask for the ticker after the bus was away', async () => {
    const { markets, clock, bus, answer } = await world();
    await markets.start();
    await clock.advance(10);
    bus.disconnect();
    answer.state = { ...answer.state, seq: 0, ticker: { ...NO_TICKER, rate: '7' } };
    bus.reconnect();
    await settle();
    expect(markets.market('ETHDAI')?.ticker.rate).toBe('7');
  });

  it('follow a market that is listed later', async () => {
    const { markets, clock, broker } = await world();
    await markets.start();
    await clock.advance(10);
    const [first] = listing.markets;
    const more = {
      ...listing,
      markets: [first, { ...first, market: 'DAIETH', traded: 'DAI', quote: 'ETH' }],
    };
    const message = { seq: 2, at: 2, listing: more as Listing };
    broker.append('LEDGER', {
      subject: ledgerListing.subject(),
      seq: 2,
      data: ledgerListing.encode(message),
    });
    await clock.advance(10);
    expect(markets.market('DAIETH')).toBeDefined();
    expect(markets.ready()).toBe(true);
  });
});
