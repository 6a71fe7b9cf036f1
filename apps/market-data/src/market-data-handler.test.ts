import { beforeEach, describe, expect, it } from '@jest/globals';
import { dataQueries, dataTicker, ledgerListing, marketReport, settlementNews } from '@exchange/contract/bus';
import {
  address,
  amount,
  marketId,
  orderId,
  present,
  rateKey,
  tradeIdOf,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { DAY_MS } from '@exchange/core/market-data';
import type { Listing, MarketEvent } from '@exchange/core/message';
import { silentTurnMetrics, Turn } from '@exchange/platform';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, MemoryStore } from '@exchange/test/kit';
import { MarketDataHandler } from './market-data-handler';
import { levelsTable } from './persistence/tables';

const listing = present(ledgerListing.examples[0], 'fixture').listing;
const fees = { makerPpm: 0, takerPpm: 0, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;
const owner = { orderId: orderId(1), account: address(`0x${'aa'.repeat(20)}`) };
const fill = { ...owner, sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, fees };
const ETH = 10n ** 18n;

let clock: FakeClock;
let broker: MemoryBroker;
let store: MemoryStore;
const seqs = new Map<string, number>();

beforeEach(() => {
  clock = new FakeClock();
  broker = new MemoryBroker({ clock });
  store = new MemoryStore();
  seqs.clear();
});

function nextSeq(subject: string): number {
  const seq = (seqs.get(subject) ?? 0) + 1;
  seqs.set(subject, seq);
  return seq;
}

function list(content: Listing = listing): void {
  const subject = ledgerListing.pattern;
  const seq = nextSeq(subject);
  broker.append('LEDGER', { subject, seq, data: ledgerListing.encode({ seq, at: 1, listing: content }) });
}

function report(events: MarketEvent[], market = 'ETHDAI'): void {
  const subject = marketReport.subject(market);
  const seq = nextSeq(subject);
  const data = marketReport.encode({ seq, at: clock.now(), market: marketId(market), steps: [{ events }] });
  broker.append('MARKET', { subject, seq, data });
}

function reverse(...numbers: number[]): void {
  const subject = settlementNews.pattern;
  const seq = nextSeq(subject);
  const { account } = owner;
  const trades = numbers.map((number) => ({ tradeId: tradeIdOf(1, number), maker: account, taker: account }));
  const data = settlementNews.encode({ seq, at: 1, news: [{ kind: 'reversed', trades }] });
  broker.append('SETTLEMENT', { subject, seq, data });
}

const trade = (number: number, change: { time?: number; index?: number; takerSide?: 'buy' | 'sell' } = {}) =>
  ({
    kind: 'trade',
    tradeId: tradeIdOf(change.index ?? 1, number),
    time: change.time ?? clock.now(),
    rateKey: rateKey(1_030_000),
    takerSide: change.takerSide ?? 'buy',
    traded: amount(ETH),
    quote: amount(200n * ETH),
    maker: fill,
    taker: fill,
  }) satisfies MarketEvent;

const level = (side: 'buy' | 'sell', key: number, total: bigint, count: number) =>
  ({ kind: 'level', side, rateKey: rateKey(key), amount: amount(total), count }) satisfies MarketEvent;

async function start() {
  const database = new MemoryDatabase(store);
  const handler = new MarketDataHandler(database, clock);
  const bus = broker.connect('market-data');
  const log = new KeptLog();
  const onFatal = (error: Error) => {
    throw error;
  };
  const turn = new Turn({
    ...{ name: 'market-data', handler, database, bus, clock, log, onFatal },
    metrics: silentTurnMetrics,
  });
  await turn.start();
  await turn.caughtUp();
  return { turn, bus };
}

async function snapshot(bus: ReturnType<MemoryBroker['connect']>, market = 'ETHDAI') {
  const query = dataQueries.marketSnapshotQuery;
  const reply = await bus.request(query.subject('ws-gateway'), query.encodeRequest({ market }), 1_000);
  return query.decodeReply(reply);
}

async function ids(bus: ReturnType<MemoryBroker['connect']>, request: object): Promise<number[]> {
  const query = dataQueries.tradesQuery;
  const data = query.encodeRequest({ limit: 20, ...request });
  const reply = query.decodeReply(await bus.request(query.subject('rest-gateway'), data, 1_000));
  if (!reply.ok) throw new Error(reply.message);
  return reply.value.trades.map(({ id }) => id % 2 ** 40);
}

describe('market data', () => {
  it('answers with the book, the newest trades and the ticker after the newest report', async () => {
    list();
    report([
      level('sell', 1_030_000, 5n, 1),
      level('sell', 1_030_001, 7n, 2),
      level('buy', 1_020_000, 9n, 1),
    ]);
    report([trade(1), trade(2, { takerSide: 'sell' }), level('sell', 1_030_000, 0n, 0)]);
    const { turn, bus } = await start();
    expect(await snapshot(bus)).toMatchObject({
      ok: true,
      value: {
        seq: 2,
        levels: [
          { side: 'buy', rateKey: 1_020_000, amount: 9n, count: 1 },
          { side: 'sell', rateKey: 1_030_001, amount: 7n, count: 2 },
        ],
        trades: [
          { buy: false, amount: ETH.toString() },
          { buy: true, amount: ETH.toString() },
        ],
        ticker: { volumeTraded24h: '2', volumeQuote24h: '400', change24h: '0' },
      },
    });
    await turn.stop();
  });

  it('gives the same snapshot after a restart', async () => {
    list();
    report([level('sell', 1_030_000, 5n, 1), level('buy', 1_020_000, 9n, 1), trade(1)]);
    const first = await start();
    const before = await snapshot(first.bus);
    await first.turn.stop();
    const second = await start();
    expect(await snapshot(second.bus)).toEqual(before);
    report([level('buy', 1_020_000, 0n, 0)]);
    await second.turn.caughtUp();
    expect(await new MemoryDatabase(store).find(levelsTable)).toHaveLength(1);
    await second.turn.stop();
  });

  it('counts the trades of a market whose listing came after them', async () => {
    report([trade(1)]);
    const { turn, bus } = await start();
    expect(await snapshot(bus)).toMatchObject({ ok: false, code: 'UNKNOWN_MARKET' });
    list();
    await turn.caughtUp();
    expect(await snapshot(bus)).toMatchObject({ ok: true, value: { ticker: { volumeTraded24h: '1' } } });
    await turn.stop();
  });

  it('tells a ticker when it changed, also by time alone', async () => {
    list();
    const { turn, bus } = await start();
    const told: { volume: string; seq: number }[] = [];
    await bus.subscribe(dataTicker.pattern, (_subject, data) => {
      const { ticker, seq } = dataTicker.decode(data);
      told.push({ volume: ticker.volumeTraded24h, seq });
    });
    report([trade(1)]);
    await turn.caughtUp();
    report([level('buy', 1_020_000, 9n, 1)]);
    await turn.caughtUp();
    turn.submit({ kind: 'window_moved' });
    await turn.caughtUp();
    await clock.advance(DAY_MS);
    turn.submit({ kind: 'window_moved' });
    await turn.caughtUp();
    await clock.advance(0);
    expect(told).toEqual([
      { volume: '1', seq: 1 },
      { volume: '0', seq: 2 },
    ]);
    await turn.stop();
  });

  it('pages through the trades of a market by time, then id, newest first', async () => {
    list();
    const from = clock.now();
    report([1, 2, 3, 4, 5].map((number) => trade(number, { time: from + number })));
    const { turn, bus } = await start();
    expect(await ids(bus, { market: 'ETHDAI', limit: 2 })).toEqual([5, 4]);
    expect(await ids(bus, { market: 'ETHDAI', before: tradeIdOf(1, 4), limit: 2 })).toEqual([3, 2]);
    expect(await ids(bus, { market: 'ETHDAI', from: from + 2, to: from + 4 })).toEqual([4, 3, 2]);
    expect(await ids(bus, { market: 'DAIETH' })).toEqual([]);
    const elsewhere = ids(bus, { market: 'DAIETH', before: tradeIdOf(1, 4) });
    await expect(elsewhere).rejects.toThrow('no trade in DAIETH has id');
    await turn.stop();
  });

  it('pages through the trades of all markets by time, then id', async () => {
    const at = clock.now();
    report([trade(1, { time: at }), trade(2, { time: at + 5 }), trade(3, { time: at + 5 })]);
    report([trade(4, { time: at + 5, index: 2 }), trade(5, { time: at + 9, index: 2 })], 'BTCDAI');
    const { turn, bus } = await start();
    expect(await ids(bus, {})).toEqual([5, 4, 3, 2, 1]);
    expect(await ids(bus, { before: tradeIdOf(2, 4) })).toEqual([3, 2, 1]);
    expect(await ids(bus, { before: tradeIdOf(1, 3), limit: 1 })).toEqual([2]);
    expect(await ids(bus, { before: tradeIdOf(1, 2), from: at, to: at })).toEqual([1]);
    await expect(ids(bus, { before: 77 })).rejects.toThrow('no trade has id 77');
    await turn.stop();
  });

  it('keeps reversed trades and marks them, also one that is named before the report that tells of it', async () => {
    list();
    report([trade(1), trade(2)]);
    const reversed = async (bus: ReturnType<MemoryBroker['connect']>) => {
      const query = dataQueries.tradesQuery;
      const data = query.encodeRequest({ limit: 20, market: 'ETHDAI' });
      const reply = query.decodeReply(await bus.request(query.subject('rest-gateway'), data, 1_000));
      const view = await snapshot(bus);
      if (!reply.ok || !view.ok) throw new Error('refused');
      const marked = (trades: readonly { id: number; reversed?: boolean | undefined }[]) =>
        trades.filter((shown) => shown.reversed === true).map(({ id }) => id % 2 ** 40);
      return [marked(reply.value.trades), marked(view.value.trades)];
    };
    const first = await start();
    expect(await reversed(first.bus)).toEqual([[], []]);
    reverse(2, 3);
    await first.turn.caughtUp();
    report([trade(3)]);
    await first.turn.caughtUp();
    expect(await reversed(first.bus)).toEqual([
      [3, 2],
      [3, 2],
    ]);
    await first.turn.stop();
    const second = await start();
    reverse(2);
    await second.turn.caughtUp();
    expect(await reversed(second.bus)).toEqual([
      [3, 2],
      [3, 2],
    ]);
    await second.turn.stop();
  });

  it('refuses questions of another shape', async () => {
    const { turn, bus } = await start();
    const query = dataQueries.tradesQuery;
    const reply = await bus.request(
      query.subject('ws-gateway'),
      query.encodeRequest({ limit: 5_000 }),
      1_000,
    );
    expect(query.decodeReply(reply)).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
    await turn.stop();
  });
});
