import { address, orderId } from '@exchange/core/kernel';
import { type AnyHandler, openPostgres, type PostgresDatabase } from '@exchange/platform';
import { KeptLog, QueryPlans, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations, tables } from '../../persistence';
import type { AccountInbox } from '../handle';
import { anyEntryQuery } from '../operator-query/any-entry';
import { anyOrderQuery } from '../operator-query/any-order';
import { anyTradeQuery } from '../operator-query/any-trade';
import { messagesQuery } from '../operator-query/messages';
import { shortfallsQuery } from '../operator-query/shortfalls';
import { ENTRIES, findHistory, ORDERS, USER_TRADES } from './history';
import { openOrders } from '../../operator/open-orders';
import { openWithdrawals } from '../../operator/withdrawal-effects';
import { operatorHeadsQuery } from './operator-heads';
import { findTrades } from './trace';

const ROWS = 100_000;
const LIMIT = 50;
const START = 1_700_000_000_000;
const account = address(`0x${'aa'.repeat(20)}`);

/** In SQL, by the number n of a row: every third is this account's, several stand in each millisecond. */
const OWNER = `bytes_of(CASE WHEN n % 3 = 0 THEN '${account}' ELSE '0x' || lpad((n % 1000)::text, 40, '0') END)`;
const MARKET = `CASE WHEN n % 2 = 0 THEN 'ETHDAI' ELSE 'BATDAI' END`;
const TIME = `${START} + n / 8`;
/** Of two months: what is open is little. */
const PERIOD = `month_of(${START}) + (n - 1) / ${ROWS / 2}`;
const ADDRESS = `bytes_of('0x${'11'.repeat(20)}')`;
const HASH = `bytes_of('0x${'22'.repeat(32)}')`;
const OTHERS: Readonly<Record<string, string>> = {
  text: `''`,
  bigint: '0',
  integer: '0',
  numeric: '0',
  boolean: 'false',
  jsonb: `'[]'`,
};

describe('a page of history', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let client: pg.Client;
  let plans: QueryPlans;

  async function fill(table: string, given: Readonly<Record<string, string>>): Promise<void> {
    const columns = await client.query<{ name: string; type: string; nullable: string }>(
      `SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns
       WHERE table_name = $1 AND table_schema = current_schema() ORDER BY ordinal_position`,
      [table],
    );
    const values = columns.rows.map(
      ({ name, type, nullable }) => given[name] ?? (nullable === 'YES' ? 'NULL' : OTHERS[type]),
    );
    await client.query(`INSERT INTO ${table} SELECT ${values.join(', ')} FROM generate_series(1, ${ROWS}) n`);
  }

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['account-service'] });
    database = await openPostgres({
      ...{ service: 'account-service', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      ...{ tables, migrations },
    });
    client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SET search_path = account_service');
    plans = new QueryPlans(database, client);
    await client.query(`SELECT make_history_partitions(month_of(${START}) + n) FROM generate_series(0, 2) n`);
    const common = { account: OWNER, market: MARKET, side: `'buy'`, rate_key: '10000', period: PERIOD };
    await fill('order_record', {
      ...{ ...common, id: 'n', placed_at: TIME, sell_token: ADDRESS, buy_token: ADDRESS, signer: ADDRESS },
      ...{ hash: HASH, digest: HASH, signature_r: HASH, signature_s: HASH, format: `'sign'` },
      rebate_token: `'buy'`,
    });
    await fill('user_trade_record', {
      ...common,
      trade_id: 'n',
      time: TIME,
      order_id: 'n / 600 * 3 + n % 3',
    });
    const changes = { changes: `'[]'`, applied: `'[]'` };
    await fill('entry_record', { ...common, ...changes, id: 'n', type: `'trade'`, created_at: TIME });
    await client.query('VACUUM ANALYZE order_record, user_trade_record, entry_record');
  }, 180_000);

  afterAll(async () => {
    await client?.end();
    await database?.close();
    await postgres?.stop();
  });

  /**
   * Nothing but reads of this index in each partition that has rows, or of single rows by primary key; no step has more rows than the page, so that a
   * sort is at most one of the few items of one millisecond.
   */
  function expectCheap(index: string): void {
    const steps = plans.take();
    const whole = steps.filter((step) => step['Node Type'] === 'Seq Scan');
    for (const { 'Actual Rows': rows, 'Rows Removed by Filter': others = 0 } of whole)
      expect(rows + others).toBe(0);
    const reading = steps.filter((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) > 0);
    const used = reading
      .flatMap((step) => step['Index Name'] ?? [])
      .filter((name) => !name.endsWith('_pkey'));
    expect(used.length).toBeGreaterThan(0);
    for (const name of used)
      expect(name).toMatch(new RegExp(`_record_(open|other|\\d{4}_\\d\\d)_${index}_idx$`));
    for (const step of steps) {
      expect(step['Actual Rows']).toBeLessThanOrEqual(LIMIT + 1);
      expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
    }
  }

  const ofMarket = { market: 'ETHDAI' };
  const range = { from: START + 1000, to: START + 2000 };
  it.each([
    ['orders', ORDERS, {}, 'account_placed_at_id'],
    ['orders of a market', ORDERS, ofMarket, 'account_market_placed_at_id'],
    ['trades', USER_TRADES, {}, 'account_time_trade_id'],
    ['trades of a market', USER_TRADES, ofMarket, 'account_market_time_trade_id'],
    ['ledger entries', ENTRIES, {}, 'account_created_at_id'],
    ['ledger entries of a market', ENTRIES, ofMarket, 'account_market_created_at_id'],
  ] as const)(
    'of %s is read from an index, at the new end, deep down and in a range',
    async (_, what, of, index) => {
      // The same for each table: what differs is only the type of its rows.
      const history = what as typeof ORDERS;
      for (const page of [
        {},
        { before: 600 },
        range,
        { ...range, before: 12_000 },
        { to: START + 1, before: 60_000 },
      ]) {
        const found = await findHistory(plans.database, history, account, { ...page, ...of, limit: LIMIT });
        if (!found.ok) throw new Error(found.message);
        expect(found.value.length).toBeGreaterThan(0);
        expectCheap(index);
      }
    },
  );

  it('goes on without a gap or a double where several items stand in one millisecond', async () => {
    const ids: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 10; page += 1) {
      const found = await findHistory(database, ORDERS, account, {
        ...{ ...(before === undefined ? {} : { before }), limit: 7 },
      });
      if (!found.ok) throw new Error(found.message);
      ids.push(...found.value.map(({ id }) => id));
      before = ids.at(-1);
    }
    const newest = ROWS - (ROWS % 3);
    expect(ids).toEqual(Array.from({ length: 70 }, (_, index) => newest - 3 * index));
  });

  it('keeps to from and to, both inclusive', async () => {
    const at = START + 100;
    const found = await findHistory(database, ORDERS, account, { from: at, to: at, limit: LIMIT });
    expect(found.ok && found.value.map(({ id }) => id)).toEqual([807, 804, 801]);
  });

  it('refuses another account’s id like one that does not exist', async () => {
    const refusals = await Promise.all(
      [601, ROWS + 1].map((before) => findHistory(database, ORDERS, account, { before, limit: 1 })),
    );
    expect(refusals[0]).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
    expect(refusals[1]).toEqual(refusals[0]);
  });

  it('of the trades of one order is read from an index', async () => {
    expect((await findTrades(plans.database, account, { orderId: orderId(300) })).length).toBe(51);
    expectCheap('order_id_time_trade_id');
  });

  it('counts the open orders of a market for each group', async () => {
    await client.query('UPDATE order_record SET period = 0 WHERE id IN (6, 7, 8, 12)');
    expect([...(await openOrders(database, 'ETHDAI'))]).toEqual([['main', 3]]);
  });

  it('is what operators find of anybody, too', async () => {
    const prepared = (handler: AnyHandler<AccountInbox>, request: object) =>
      handler.prepare?.({ request } as never, { records: database } as never);
    const place = { account, at: START, number: 1, token: account };
    await client.query(`INSERT INTO balance SELECT '${account}', '${account}', 0, 0, 0, 7, 0, 0, 0, 7`);
    await client.query(
      `INSERT INTO message SELECT '${account}', n, n, ${START} + n, 'x' FROM generate_series(1, 60) n`,
    );
    await client.query(`UPDATE entry_record SET cause = '{"kind":"exit","place":"x"}' WHERE id = 7`);
    expect(await prepared(anyOrderQuery, { id: 6 })).toMatchObject({ value: { order: { account } } });
    expect(await prepared(anyTradeQuery, { tradeId: 6 })).toMatchObject([{ trade: { account } }]);
    expect(await prepared(anyEntryQuery, { id: 7 })).toMatchObject({ cause: { kind: 'exit' } });
    expect(await prepared(shortfallsQuery, {})).toMatchObject({ rows: [{ shortfall: 7n }] });
    expect(await prepared(shortfallsQuery, { after: place })).toMatchObject({ rows: [] });
    expect(await prepared(messagesQuery, {})).toHaveLength(51);
    expect(await prepared(messagesQuery, { before: { ...place, at: START + 2, number: 2 } })).toHaveLength(1);
    expect(await prepared(operatorHeadsQuery, { after: 0 })).toMatchObject({ heads: [] });
    expect(await openWithdrawals(database)).toEqual([]);
  });
});
