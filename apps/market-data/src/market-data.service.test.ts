import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataQueries, dataRate, dataTicker, ledgerListing, marketReport } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import { marketEvent } from '@exchange/core/message';
import {
  type BrokerRole,
  connectNats,
  type NatsBus,
  openPostgres,
  silentTurnMetrics,
  systemClock,
  Turn,
} from '@exchange/platform';
import {
  KeptLog,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestNats,
  type TestPostgres,
} from '@exchange/test/kit';
import { MarketDataHandler } from './market-data-handler';
import {
  MarketData1700000000001,
  ReversedTrades1765500000000,
  TradesById1766500000000,
} from './persistence/migrations';
import { barsTable, levelsTable, listingTable, reversedTradesTable, tradesTable } from './persistence/tables';
import type { MarketDataSignal } from './inbox/signals';

describe('market data on a real database and broker', () => {
  let postgres: TestPostgres;
  let nats: TestNats;
  let buses: Record<'account-service' | 'matching-engine' | 'rest-gateway', NatsBus>;
  const log = new KeptLog();
  const connect = (user: BrokerRole) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ services: ['market-data'] }), startNats()]);
    buses = {
      'account-service': await connect('account-service'),
      'matching-engine': await connect('matching-engine'),
      'rest-gateway': await connect('rest-gateway'),
    };
  });

  afterAll(async () => {
    await Promise.all(Object.values(buses ?? {}).map((bus) => bus.close()));
    await Promise.all([postgres?.stop(), nats?.stop()]);
  });

  async function start() {
    const database = await openPostgres({
      ...{ service: 'market-data', url: postgres.url, password: TEST_PASSWORD, log },
      ...{
        tables: [tradesTable, reversedTradesTable, barsTable, levelsTable, listingTable],
        migrations: [MarketData1700000000001, ReversedTrades1765500000000, TradesById1766500000000],
      },
    });
    const bus = await connect('market-data');
    const handler = new MarketDataHandler(database, systemClock);
    const deps = { handler, database, bus, clock: systemClock, log, metrics: silentTurnMetrics };
    const onFatal = (error: Error) => log.fatal({ alarm: 'turn_failed', err: error }, 'fatal');
    const turn = new Turn({ name: 'market-data', ...deps, onFatal });
    await turn.start();
    await turn.caughtUp();
    return {
      turn,
      async stop() {
        await turn.stop();
        await Promise.all([bus.close(), database.close()]);
      },
    };
  }

  async function write(stream: 'LEDGER' | 'MARKET', subject: string, data: Uint8Array): Promise<void> {
    const bus = buses[stream === 'LEDGER' ? 'account-service' : 'matching-engine'];
    await bus.lastLogSeq(stream, subject);
    await bus.publishLog(stream, subject, [{ seq: 1, data }]);
  }

  async function ask(): Promise<unknown[]> {
    const { marketSnapshotQuery, tradesQuery } = dataQueries;
    const bus = buses['rest-gateway'];
    const market = marketSnapshotQuery.encodeRequest({ market: 'ETHDAI' });
    const pages = [{ limit: 5 }, { market: 'ETHDAI', from: 1, to: 2 ** 52, limit: 5 }];
    return [
      marketSnapshotQuery.decodeReply(
        await bus.request(marketSnapshotQuery.subject(bus.sender), market, 5_000),
      ),
      ...(await Promise.all(
        pages.map(async (page) => {
          const data = tradesQuery.encodeRequest(page);
          return tradesQuery.decodeReply(await bus.request(tradesQuery.subject(bus.sender), data, 5_000));
        }),
      )),
    ];
  }

  it('keeps what it was told, answers it, tells the ticker, and answers the same after a restart', async () => {
    const { listing } = present(ledgerListing.examples[0], 'fixture');
    const report = present(marketReport.examples[0], 'fixture');
    const tickers: string[] = [];
    await buses['rest-gateway'].subscribe(dataTicker.pattern, (_subject, data) => {
      tickers.push(dataTicker.decode(data).ticker.rate);
    });
    const first = await start();
    await write('LEDGER', ledgerListing.pattern, ledgerListing.encode({ seq: 1, at: 1, listing }));
    const at = Date.now();
    const steps = report.steps.map((step) => ({
      events: [
        ...step.events.map((event) => (event.kind === 'trade' ? { ...event, time: at } : event)),
        marketEvent.read({ kind: 'level', side: 'buy', rateKey: 1_020_000, amount: '9', count: 1 }),
      ],
    }));
    const content = marketReport.encode({ ...report, seq: 1, at, steps });
    await write('MARKET', marketReport.subject('ETHDAI'), content);
    await first.turn.caughtUp();
    const before = await ask();
    expect(before).toMatchObject([
      { ok: true, value: { seq: 1, levels: [{ rateKey: 1_020_000 }], trades: [{}], ticker: {} } },
      { ok: true, value: { trades: [{ market: 'ETHDAI', buy: true }] } },
      { ok: true, value: { trades: [{ market: 'ETHDAI', buy: true }] } },
    ]);
    await first.stop();
    const second = await start();
    expect(await ask()).toEqual(before);
    expect(tickers.length).toBeGreaterThan(0);
    expect(log.of('fatal')).toEqual([]);
    await second.stop();
  });

  it('tells conversion rates to account-service, which may ask for them too', async () => {
    const bus = buses['account-service'];
    const rates = new Map<string, string | null>();
    await bus.subscribe(dataRate.pattern, (_subject, data) => {
      const { pair, rate } = dataRate.decode(data);
      rates.set(pair, rate);
    });
    const running = await start();
    const value = { numerator: 3_000n, denominator: 1n };
    const reports = ['a', 'b'].map((source) => ({ source, asset: 'ETH', value, at: Date.now() }));
    const heard: MarketDataSignal = { kind: 'values_heard', reports };
    running.turn.submit(heard);
    await running.turn.caughtUp();
    const query = dataQueries.ratesQuery;
    const request = query.encodeRequest({ currencies: ['USD'] });
    const reply = query.decodeReply(await bus.request(query.subject('account-service'), request, 5_000));
    expect(reply).toMatchObject({ ok: true, value: { rates: [{ pair: 'ETHUSD', rate: '3000' }, {}] } });
    expect([rates.get('ETHUSD'), rates.get('ETHETH'), rates.get('DAIUSD')]).toEqual(['3000', '1', null]);
    await running.stop();
  });
});
