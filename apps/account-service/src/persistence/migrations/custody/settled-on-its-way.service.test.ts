import { partition, partitionedId } from '@exchange/core/kernel';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { OlderDatabase } from '../../../../test/older-database.fixture';
import { SettledOnItsWay1767100000000 } from './030-settled-on-its-way';

const ETH = '00'.repeat(20);
const DAI = 'da'.repeat(20);
const AT = Date.UTC(2026, 10, 29);
let older: OlderDatabase;

/** Partition 5 gave 7 wei that nobody took yet, and 3 units of DAI that partition 9 took. */
async function store(client: pg.Client): Promise<void> {
  // The collector's total and settled, and the clearing's total.
  const transfer = `INSERT INTO posting_record (id, ref_id, at, period, ref_kind, tokens, places, amounts)
    VALUES ($1, $2, $3, month_of($3), 'transfer', decode($4, 'hex'), '\\x0a0c09', ARRAY[$5::numeric, $5::numeric, -$5::numeric])`;
  const pool = `INSERT INTO pool (partition, pool, token, bucket, amount) VALUES ($1, 'collector', $2, 'settled', $3)`;
  const given = [
    [1, 5, ETH, -7],
    [4, 5, DAI, -3],
    [7, 9, DAI, 3],
  ] as const;
  for (const [id, of, token, units] of given) {
    await client.query(transfer, [id, partitionedId(partition(of), id), AT, token, units]);
    await client.query(pool, [of, `0x${token}`, units]);
  }
  await client.query(`INSERT INTO counter (name, last) VALUES ('postings', 9)`);
}

beforeAll(async () => {
  older = await OlderDatabase.before(SettledOnItsWay1767100000000, store);
}, 180_000);
afterAll(() => older?.stop(), 30_000);

it('what an earlier release had on its way between groups is settled in the clearing, with postings', async () => {
  const sums = (from: string) =>
    `SELECT token, sum(amount)::int4 AS units FROM ${from} GROUP BY 1 ORDER BY 1`;
  const settled = await older.query(sums(`pool WHERE bucket = 'settled'`));
  expect(settled).toEqual([
    { token: `0x${ETH}`, units: 0 },
    { token: `0x${DAI}`, units: 0 },
  ]);
  const pools = await older.query(`
    SELECT partition::int4, token, amount::int4 FROM pool WHERE pool = 'clearing' AND bucket = 'settled' ORDER BY 1, 2`);
  expect(pools).toEqual([
    { partition: 5, token: `0x${ETH}`, amount: 7 },
    { partition: 5, token: `0x${DAI}`, amount: 3 },
    { partition: 9, token: `0x${DAI}`, amount: -3 },
  ]);
  const posted = await older.query(`
    SELECT id::int4, token, amount::int4 FROM posting WHERE owner = 'clearing' AND bucket = 'settled' ORDER BY 1`);
  expect(posted).toEqual([
    { id: 10, token: `0x${ETH}`, amount: 7 },
    { id: 11, token: `0x${DAI}`, amount: 3 },
    { id: 12, token: `0x${DAI}`, amount: -3 },
  ]);
  expect(await older.query(`SELECT last::int4 FROM counter WHERE name = 'postings'`)).toEqual([{ last: 12 }]);
});
