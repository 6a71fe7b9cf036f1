import { rateKey } from '@exchange/core/kernel';
import { type MarketTrade, RunningBars } from '@exchange/core/market-data';
import { openPostgres, type PostgresDatabase, type RowChange, upsert } from '@exchange/platform';
import { KeptLog, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeDemoBars } from '../../../apps/market-data/src/demo-bars/make-demo-bars';
import { barRow } from '../../../apps/market-data/src/markets/bars';
import {
  DemoBars1767000000000,
  MarketData1700000000001,
} from '../../../apps/market-data/src/persistence/migrations';
import { barsTable, demoBarsTable, tradesTable } from '../../../apps/market-data/src/persistence/tables';
import { RecordReader } from '../../kit/running/moment';
import { barChecks } from '../src/bar-checks';

const MARKET = 'ETHDAI';
const MINUTE = 60_000;
const BEFORE = Date.UTC(2024, 1, 29, 17, 46);
const LISTED_AT = BEFORE + MINUTE;
const one = { numerator: 1n, denominator: 1n };

/** Some trades of an hour and of the day after, several in some minutes. */
const trades = Array.from({ length: 60 }, (_, index): MarketTrade & { readonly id: number } => ({
  id: index + 1,
  time: LISTED_AT + index * 37_000 + (index > 40 ? 86_400_000 : 0),
  rateKey: rateKey(1_030_000 + ((index * 7) % 13)),
  traded: BigInt(index + 1),
  quote: BigInt(2 * index + 1),
}));

describe('the audit of bars', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let client: pg.Client;
  let reader: RecordReader;

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['market-data', 'chain-watcher', 'operator-gateway'] });
    database = await openPostgres({
      ...{ service: 'market-data', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      tables: [tradesTable, barsTable, demoBarsTable],
      migrations: [MarketData1700000000001, DemoBars1767000000000],
    });
    await database.claimWriter();
    const running = new RunningBars();
    for (const trade of trades) running.add(trade);
    const demo = makeDemoBars(
      { market: MARKET, decimals: { traded: 18, quote: 18 }, tradedValue: one, quoteValue: one },
      BEFORE,
    );
    const changes: RowChange[] = [
      upsert(
        tradesTable,
        trades.map((trade) => ({ ...trade, market: MARKET, buy: true })),
      ),
      upsert(
        barsTable,
        running.takeChanged().map((bar) => barRow(MARKET, bar)),
      ),
      upsert(
        demoBarsTable,
        demo.map((bar) => barRow(MARKET, bar)),
      ),
    ];
    await database.commit({ changes, positions: [], outbox: [] });
    client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    // The two columns and the one row of other services that the checks read.
    await client.query(`CREATE TABLE chain_watcher.watched (chain_id bigint);
      INSERT INTO chain_watcher.watched VALUES (31337);`);
    const body = { kind: 'ordered', action: 'list-market', at: LISTED_AT, content: { market: MARKET } };
    await client.query(`INSERT INTO operator_gateway.audit_entry VALUES (1, 'x', $1)`, [
      JSON.stringify(body),
    ]);
    reader = await RecordReader.open(postgres.adminUrl);
  }, 120_000);

  afterAll(async () => {
    await reader?.close();
    await client?.end();
    await database?.close();
    await postgres?.stop();
  });

  /** How much each check compared, and how many differences it found. */
  async function findings(): Promise<Record<string, readonly [compared: number, differences: number]>> {
    const found: [string, readonly [number, number]][] = [];
    for (const check of barChecks) {
      const outcome = await reader.atOneMoment((record) => check.run(record));
      if (outcome.kind === 'wait') throw new Error(outcome.why);
      found.push([check.name, [outcome.compared, outcome.differences.length]]);
    }
    return Object.fromEntries(found);
  }

  /** The checks that find something after a change by hand, which is taken back. */
  async function foundBy(change: string, back: string): Promise<readonly string[]> {
    expect((await client.query(change)).rowCount).toBeGreaterThan(0);
    const found = Object.entries(await findings()).filter(([, [, differences]]) => differences > 0);
    expect((await client.query(back)).rowCount).toBeGreaterThan(0);
    return found.map(([name]) => name);
  }

  it('finds bars as trades have them, and demo bars apart, on a development chain and older than the listing', async () => {
    const found = await findings();
    expect(Object.values(found).map(([, differences]) => differences)).toEqual([0, 0, 0, 0, 0]);
    const count = (table: string, where: string) =>
      client.query(`SELECT FROM market_data.${table} WHERE ${where}`).then(({ rowCount }) => rowCount);
    const [minutes, longer] = ["precision = '1m'", "precision <> '1m'"];
    expect(found['bars of a minute = trades']?.[0]).toBe(await count('bars', minutes));
    expect(found['longer bars = bars of a minute']?.[0]).toBe(await count('bars', longer));
    expect(found['longer demo bars = demo bars of a minute']?.[0]).toBe(await count('demo_bars', longer));
    expect(found['longer demo bars = demo bars of a minute']?.[0]).toBeGreaterThan(10_000);
  });

  const table = 'market_data.demo_bars';
  it.each([
    [
      'a bar with a volume that nobody traded',
      `UPDATE market_data.bars SET volume_traded = volume_traded + 1 WHERE precision = '1h'`,
      `UPDATE market_data.bars SET volume_traded = volume_traded - 1 WHERE precision = '1h'`,
      ['longer bars = bars of a minute'],
    ],
    [
      'a demo bar among those of trades',
      `INSERT INTO market_data.bars SELECT * FROM ${table} WHERE precision = '1m' AND time < ${BEFORE - 86_400_000}`,
      `DELETE FROM market_data.bars WHERE time < ${BEFORE - 86_400_000} AND precision = '1m'`,
      ['bars of a minute = trades', 'longer bars = bars of a minute'],
    ],
    [
      'a longer demo bar that its minutes do not make',
      `UPDATE ${table} SET high = high + 1 WHERE precision = '1w'`,
      `UPDATE ${table} SET high = high - 1 WHERE precision = '1w'`,
      ['longer demo bars = demo bars of a minute'],
    ],
    [
      'demo bars of a market that is older than they are',
      `UPDATE operator_gateway.audit_entry SET body = replace(body, '${LISTED_AT}', '${BEFORE - 86_400_000}')`,
      `UPDATE operator_gateway.audit_entry SET body = replace(body, '${BEFORE - 86_400_000}', '${LISTED_AT}')`,
      ['demo bars younger than a listing = 0'],
    ],
    [
      'demo bars on a chain where tokens are worth something',
      'UPDATE chain_watcher.watched SET chain_id = 1',
      'UPDATE chain_watcher.watched SET chain_id = 31337',
      ['demo bars off development chains = 0'],
    ],
  ])('finds %s', async (_, change, back, names) => {
    expect(await foundBy(change, back)).toEqual(names);
  });

  it('finds a demo minute that ends after the listing, by a millisecond', async () => {
    const row = (end: number) =>
      `INSERT INTO ${table} VALUES ('${MARKET}', '1m', ${end - MINUTE}, 1, 1, 1, 1, 1, 1)`;
    const back = `DELETE FROM ${table} WHERE open = 1`;
    const young = 'demo bars younger than a listing = 0';
    expect(await foundBy(row(LISTED_AT), back)).not.toContain(young);
    expect(await foundBy(row(LISTED_AT + 1), back)).toContain(young);
  });
});
