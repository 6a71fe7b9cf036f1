import { address, amount, type Address } from '@exchange/core/kernel';
import { findStatement, openPostgres, type PostgresDatabase, upsert } from '@exchange/platform';
import { KeptLog, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations, tables } from '../../persistence';
import { balanceTable, poolTable } from '../../persistence/tables/account-tables';
import { counterTable } from '../../persistence/tables/output-tables';
import {
  NO_PARTITION,
  settledBalanceTable,
  settledFigureTable,
} from '../../persistence/tables/solvency-tables';

const ETH = address(`0x${'0'.repeat(40)}`);
const DAI = address(`0x${'da'.repeat(20)}`);
const inPartition = (partition: number) =>
  address(`0x${'a1'.repeat(19)}${partition.toString(16).padStart(2, '0')}`);
const balance = (account: Address, token: Address, settled: bigint) => ({
  ...{ account, token, usable: amount(settled), held: amount(0n), pendingWithdrawal: amount(0n) },
  ...{
    blocked: amount(0n),
    settled: amount(settled),
    boughtUnsettled: 0n,
    soldUnsettled: 0n,
    shortfall: amount(0n),
  },
});

describe('what is settled, as the tables have it', () => {
  let postgres: TestPostgres;
  let database: PostgresDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['account-service'] });
    database = await openPostgres({
      ...{ service: 'account-service', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
      ...{ tables, migrations },
    });
    client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SET search_path = account_service');
    await database.claimWriter();
    const pool = (partition: number, token: Address, units: bigint) => ({
      ...{ partition, pool: 'collector' as const, token, bucket: 'settled', amount: units },
    });
    const changes = [
      upsert(balanceTable, [
        balance(inPartition(3), ETH, 5n),
        balance(inPartition(3 + 64), ETH, 7n),
        balance(inPartition(3), DAI, 11n),
        balance(inPartition(40), ETH, 13n),
        balance(inPartition(41), ETH, 0n),
      ]),
      upsert(poolTable, [pool(3, ETH, -2n), pool(40, DAI, 17n), { ...pool(3, ETH, 99n), bucket: 'total' }]),
      upsert(counterTable, [
        { name: 'final_block', last: 120 },
        { name: 'other/final_block', last: 121 },
        { name: 'block_time', last: 9 },
      ]),
    ];
    await database.commit({ changes, positions: [], outbox: [] });
  });

  afterAll(async () => {
    await client?.end();
    await database?.close();
    await postgres?.stop();
  });

  const figures = async () =>
    (await database.find(settledFigureTable)).map(
      ({ figure, partition, token, value }) => `${figure} ${partition} ${token.slice(0, 4)} ${value}`,
    );

  it('is summed by partition beside each group’s newest final block, all by one statement', async () => {
    expect((await figures()).sort()).toEqual([
      'balances 3 0x00 12',
      'balances 3 0xda 11',
      'balances 40 0x00 13',
      'balances 41 0x00 0',
      'final_block -1  120',
      'other/final_block -1  121',
      'pools 3 0x00 -2',
      'pools 40 0xda 17',
    ]);
  });

  it('has no block of a group that applied some parts of the next one', async () => {
    const begun = (last: number) =>
      client.query(
        `INSERT INTO counter (name, last) VALUES ('final_block_begun', $1)
        ON CONFLICT (name) DO UPDATE SET last = $1`,
        [last],
      );
    await begun(121);
    expect(await figures()).not.toContain('final_block -1  120');
    expect(await figures()).toContain('other/final_block -1  121');
    const where = { counter: 'final_block', partition: 3 };
    expect(await database.find(settledBalanceTable, { where })).toEqual([]);
    await begun(120);
    expect(await figures()).toContain('final_block -1  120');
  });

  it('shows a unit that somebody put there past the service', async () => {
    const one =
      'UPDATE balance SET settled = settled + $1, usable = usable + $1 WHERE account = $2 AND token = $3';
    await client.query(one, [1, inPartition(40), ETH]);
    expect(await figures()).toContain('balances 40 0x00 14');
    await client.query(one, [-1, inPartition(40), ETH]);
    expect(await figures()).toContain('balances 40 0x00 13');
  });

  it('is told account by account, of one partition, with the group’s block', async () => {
    const rows = await database.find(settledBalanceTable, {
      where: { counter: 'other/final_block', partition: 3 },
      order: [['account', 'asc']],
    });
    expect(rows.map(({ settled, block }) => [settled, block])).toEqual([
      [5n, 121],
      [11n, 121],
      [7n, 121],
    ]);
  });

  it('has a partition’s block when its accounts have nothing', async () => {
    expect(
      await database.find(settledBalanceTable, { where: { counter: 'final_block', partition: 41 } }),
    ).toEqual([
      { account: null, token: null, settled: null, partition: 41, counter: 'final_block', block: 120 },
    ]);
  });

  it('is summed over the partitions that are asked for, and found by an index, page by page', async () => {
    const own = await database.find(settledFigureTable, { where: { partition: [NO_PARTITION, 40] } });
    expect(own.map(({ figure, value }) => `${figure} ${value}`).sort()).toEqual([
      ...['balances 13', 'final_block 120', 'other/final_block 121', 'pools 17'],
    ]);
    await client.query(`
      INSERT INTO balance (account, token, usable, held, pending_withdrawal, blocked, settled, bought_unsettled, sold_unsettled, shortfall)
        SELECT '0x' || lpad(to_hex(n), 40, '0'), '${ETH}', 1, 0, 0, 0, 1, 0, 0, 0 FROM generate_series(1, 20000) AS n;
`);
    await client.query('VACUUM ANALYZE balance');
    const where = { counter: 'final_block', partition: 3, account: { gt: inPartition(0) } };
    const { text, values } = findStatement(settledBalanceTable, {
      ...{ where, order: [['account', 'asc'] as const, ['token', 'asc'] as const], limit: 4_000 },
    });
    const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('balance_partition');
    const sums = findStatement(settledFigureTable, { where: { partition: [NO_PARTITION, 3, 4] } });
    const summed = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sums.text}`, [...sums.values]);
    expect(summed.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Only Scan using balance_partition',
    );
  });
});
