import { openPostgres, type PostgresDatabase } from '@exchange/platform';
import { KeptLog, QueryPlans, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findBars } from './find-bars';
import { findTrades } from './find-trades';
import { MarketData1700000000001 } from './migrations';
import { barsTable, tradesTable } from './tables';

const ROWS = 200_000;
const LIMIT = 50;
const START = 1_700_000_000_000;
const MINUTE = 60_000;

describe('past market data', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let client: pg.Client;
  let plans: QueryPlans;

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['market-data'] });
    database = await openPostgres({
      ...{ service: 'market-data', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      ...{ tables: [tradesTable, barsTable], migrations: [MarketData1700000000001] },
    });
    client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SET search_path = market_data');
    plans = new QueryPlans(database, client);
    // 400 trades in each millisecond, every hundredth of one market; bars of two markets and two precisions.
    await client.query(`
      INSERT INTO trades SELECT n, CASE WHEN n % 100 = 0 THEN 'ETHDAI' ELSE 'BATDAI' END, ${START} + n / 400, 1, true, 1, 1
        FROM generate_series(1, ${ROWS}) n;
      INSERT INTO bars SELECT m, p, ${START} + n::bigint * ${MINUTE}, 1, 1, 1, 1, 1, 1
        FROM generate_series(1, ${ROWS / 4}) n, unnest(ARRAY['ETHDAI', 'BATDAI']) m, unnest(ARRAY['1m', '5m']) p`);
    await client.query('VACUUM ANALYZE trades, bars');
  }, 180_000);

  afterAll(async () => {
    await client?.end();
    await database?.close();
    await postgres?.stop();
  });

  /** Nothing but reads of these indexes; no step has more rows than the page. */
  function expectCheap(...indexes: readonly string[]): void {
    const steps = plans.take();
    expect(steps.map((step) => step['Node Type'])).not.toContain('Seq Scan');
    for (const step of steps) {
      if (step['Index Name'] !== undefined) expect(indexes).toContain(step['Index Name']);
      expect(step['Actual Rows']).toBeLessThanOrEqual(LIMIT + 1);
      expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
    }
  }

  const range = { from: START + 100, to: START + 200 };
  it.each([
    ['of a market', { market: 'ETHDAI' }, ['trades_of_market_by_time', 'trades_pkey']],
    ['of all markets', {}, ['trades_by_time', 'trades_pkey']],
  ] as const)(
    'trades %s are read from an index, at the new end, deep down and in a range',
    async (_, of, indexes) => {
      for (const page of [
        {},
        { before: 50_000 },
        range,
        { ...range, before: 60_000 },
        { to: START + 50, before: 120_000 },
      ]) {
        const found = await findTrades(plans.database, { ...page, ...of, limit: LIMIT });
        if (!found.ok) throw new Error(found.message);
        expect(found.value.length).toBeGreaterThan(0);
        expectCheap(...indexes);
      }
    },
  );

  it.each([
    ['the new end', START, START + ROWS * MINUTE],
    ['deep down', START, START + 600 * MINUTE],
    ['a gap', START - 600 * MINUTE, START - MINUTE],
  ])('bars of %s are read from the primary key', async (_, from, to) => {
    const request = { market: 'ETHDAI', precision: '1m', from, to, limit: LIMIT } as const;
    const { rows } = await findBars(plans.database, request);
    expect(rows.length).toBe(to < START ? 0 : LIMIT);
    expectCheap('bars_pkey');
  });

  it('goes on without a gap or a double where several trades of a market stand in one millisecond', async () => {
    const ids: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 10; page += 1) {
      const request = { market: 'ETHDAI', limit: 7, ...(before === undefined ? {} : { before }) };
      const found = await findTrades(database, request);
      if (!found.ok) throw new Error(found.message);
      ids.push(...found.value.map(({ id }) => id));
      before = ids.at(-1);
    }
    expect(ids).toEqual(Array.from({ length: 70 }, (_, index) => ROWS - 100 * index));
  });

  it('refuses to go on after what is no trade, or one of another market', async () => {
    for (const request of [{ before: ROWS + 1 }, { market: 'ETHDAI', before: 601 }]) {
      const refused = await findTrades(database, { ...request, limit: 2 });
      expect(refused).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
    }
  });
});
