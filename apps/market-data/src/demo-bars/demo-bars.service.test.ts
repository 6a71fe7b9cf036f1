import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataBar, dataQueries, ledgerListing, marketReport } from '@exchange/contract/bus';
import {
  address,
  amount,
  bookRate,
  marketId,
  orderId,
  present,
  tradeIdOf,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { BAR_PRECISION_NAMES, barOpenTime } from '@exchange/core/market-data';
import type { BarView, MarketEvent } from '@exchange/core/message';
import { openPostgres, type PostgresDatabase, type TurnInput } from '@exchange/platform';
import { FakeClock, KeptLog, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { MarketDataHandler } from '../market-data-handler';
import {
  DemoBars1767000000000,
  MarketData1700000000001,
  ReversedTrades1765500000000,
  TradesById1766500000000,
} from '../persistence/migrations';
import {
  barsTable,
  demoBarsTable,
  levelsTable,
  listingTable,
  reversedTradesTable,
  tradesTable,
} from '../persistence/tables';
import { DemoBars } from './demo-bars';

const { barsQuery, marketSnapshotQuery } = dataQueries;
const { listing } = present(ledgerListing.examples[0], 'fixture');
const MARKET = marketId('ETHDAI');
const MINUTE = 60_000;
/** A Thursday. */
const BEFORE = Date.UTC(2024, 1, 29, 17, 46);
const TRADED_AT = BEFORE + 90_000;
const RATE = present(bookRate('buy', 1n, 3_100n, { traded: 0, quote: 0 }), 'rate');
const ETHER = 10n ** 18n;
const values = new Map([
  ['ETH', { numerator: 3_000n, denominator: 1n }],
  ['DAI', { numerator: 1n, denominator: 1n }],
]);
const fees = { makerPpm: 0, takerPpm: 0, settlementFee: ZERO_AMOUNT, rebateToken: 'sell' } as const;
const owner = { orderId: orderId(1), account: address(`0x${'aa'.repeat(20)}`) };
const fill = { ...owner, sellBook: ZERO_AMOUNT, buyBook: ZERO_AMOUNT, fees };

describe('demo bars in the database', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let handler: MarketDataHandler;
  const told = new Map<string, BarView>();

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['market-data'] });
    database = await openPostgres({
      ...{ service: 'market-data', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      tables: [tradesTable, reversedTradesTable, barsTable, demoBarsTable, levelsTable, listingTable],
      migrations: [
        ...[MarketData1700000000001, ReversedTrades1765500000000, TradesById1766500000000],
        DemoBars1767000000000,
      ],
    });
    await database.claimWriter();
    await start(new DemoBars({ before: BEFORE, values }));
    await take(ledgerListing.pattern, ledgerListing.encode({ seq: 1, at: BEFORE + MINUTE, listing }));
  }, 120_000);

  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  });

  async function start(demo?: DemoBars): Promise<void> {
    handler = new MarketDataHandler(database, new FakeClock(TRADED_AT), undefined, demo);
    await handler.load();
  }

  async function turn(inputs: readonly TurnInput[]) {
    const prepared = await handler.prepare(inputs, database);
    const { changes, notices, replies } = handler.decide(prepared, TRADED_AT);
    for (const { subject, data } of notices) {
      if (!subject.startsWith('data.v1.bar.')) continue;
      const { precision, bar } = dataBar.decode(data);
      told.set(precision, bar);
    }
    const positions = inputs.flatMap((input) => {
      return input.from === 'log' ? [{ subject: input.entry.subject, seq: input.entry.seq }] : [];
    });
    await database.commit({ changes, positions, outbox: [] });
    return replies;
  }

  const take = (subject: string, data: Uint8Array) =>
    turn([{ from: 'log', entry: { subject, seq: 1, data } }]);

  async function ask(kind: string, data: Uint8Array): Promise<Uint8Array> {
    const request = { subject: `data.v1.query.ws-1.${kind}`, data, respond: () => undefined };
    return present((await turn([{ from: 'request', request }]))[0], 'reply').data;
  }

  async function page(precision: string, to: number, limit = 2_000) {
    const request = barsQuery.encodeRequest({ market: MARKET, precision, from: 0, to, limit });
    const reply = barsQuery.decodeReply(await ask('bars', request));
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  }

  /** All that there are, in pages as a client reads them, newest first. */
  async function everyBar(precision: string): Promise<BarView[]> {
    const bars: BarView[] = [];
    for (;;) {
      const { bars: more, last } = await page(precision, (bars.at(-1)?.time ?? TRADED_AT + 1) - 1);
      bars.push(...more);
      if (last) return bars;
    }
  }

  async function tradeOnce(): Promise<void> {
    const trade: MarketEvent = {
      ...{ kind: 'trade', tradeId: tradeIdOf(1, 1), time: TRADED_AT, rateKey: RATE, takerSide: 'buy' },
      ...{ traded: amount(ETHER), quote: amount(3_100n * ETHER), maker: fill, taker: fill },
    };
    const steps = [{ events: [trade] }];
    const report = marketReport.encode({ seq: 1, at: TRADED_AT, market: MARKET, steps });
    await take(marketReport.subject(MARKET), report);
  }

  it('are there as soon as a market is listed, older than that, and count in no figure', async () => {
    const minutes = await everyBar('1m');
    expect(minutes.length).toBeGreaterThan(9_000);
    expect(minutes[0]?.time).toBeLessThan(BEFORE);
    expect(new Set(minutes.map(({ time }) => time)).size).toBe(minutes.length);
    const snapshot = marketSnapshotQuery.decodeReply(
      await ask('market-snapshot', marketSnapshotQuery.encodeRequest({ market: MARKET })),
    );
    expect(snapshot).toMatchObject({ ok: true, value: { trades: [], bars: [] } });
    expect(snapshot).toMatchObject({ value: { ticker: { rate: '0', volumeTraded24h: '0', high24h: '0' } } });
    expect(await database.find(barsTable)).toEqual([]);
  });

  it('go on in the bars of the first trade, which are whole in answers and notices and apart in the tables', async () => {
    const before = new Map<string, BarView | undefined>();
    for (const precision of BAR_PRECISION_NAMES)
      before.set(precision, (await page(precision, TRADED_AT, 1)).bars[0]);
    await tradeOnce();
    for (const precision of BAR_PRECISION_NAMES) {
      const [bar] = (await page(precision, TRADED_AT, 1)).bars;
      expect(told.get(precision)).toEqual(bar);
      const openTime = barOpenTime(precision, TRADED_AT);
      const demo = before.get(precision);
      expect(bar).toMatchObject({ time: openTime, close: '3100' });
      const isResumed = demo?.time === openTime;
      expect(bar?.open).toBe(isResumed ? demo?.open : '3100');
      expect(Number(bar?.volume)).toBeCloseTo(1 + (isResumed ? Number(demo?.volume) : 0), 9);
    }
    // The trade was in another minute than the last demo bar, and in its week.
    expect(before.get('1m')?.time).not.toBe(barOpenTime('1m', TRADED_AT));
    expect(before.get('1w')?.time).toBe(barOpenTime('1w', TRADED_AT));
    const stored = await database.find(barsTable);
    expect(stored).toHaveLength(BAR_PRECISION_NAMES.length);
    expect(stored.every(({ open, volumeTraded }) => open === RATE && volumeTraded === ETHER)).toBe(true);
    const snapshot = marketSnapshotQuery.decodeReply(
      await ask('market-snapshot', marketSnapshotQuery.encodeRequest({ market: MARKET })),
    );
    expect(snapshot).toMatchObject({ value: { ticker: { volumeTraded24h: '1', high24h: '3100' } } });
  });

  it('of longer intervals are exactly the shorter ones in them', async () => {
    const minutes = (await everyBar('1m')).toReversed();
    for (const precision of BAR_PRECISION_NAMES) {
      const bars = (await everyBar(precision)).toReversed();
      const opens = new Set(minutes.map(({ time }) => barOpenTime(precision, time)));
      expect(bars.map(({ time }) => time)).toEqual([...opens]);
      for (const bar of [...bars.slice(0, 3), ...bars.slice(-3)]) {
        const parts = minutes.filter(({ time }) => barOpenTime(precision, time) === bar.time);
        expect(bar).toMatchObject({ open: parts[0]?.open, close: parts.at(-1)?.close });
        expect(Number(bar.high)).toBe(Math.max(...parts.map(({ high }) => Number(high))));
        expect(Number(bar.low)).toBe(Math.min(...parts.map(({ low }) => Number(low))));
      }
    }
  });

  it('stay the same after a restart, and are not shown by a start that does not wish for them', async () => {
    const [weeks, rows] = [await everyBar('1w'), (await database.find(demoBarsTable)).length];
    await start(new DemoBars({ before: BEFORE + 7 * 86_400_000, values }));
    expect(await everyBar('1w')).toEqual(weeks);
    expect(await database.find(demoBarsTable)).toHaveLength(rows);
    await start();
    expect(await everyBar('1w')).toHaveLength(1);
  });
});
