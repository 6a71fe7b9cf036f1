import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers of places in a posting's row, from 0; what is new is put at the end. The four bits of a number are all taken. */
export const POSTING_PLACES = `
  CREATE OR REPLACE FUNCTION posting_places() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[
    'usable', 'held', 'pendingWithdrawal', 'blocked', 'settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall',
    'chain total', 'clearing total', 'collector total', 'shortfall total', 'collector settled',
    'budget total', 'budget settled', 'clearing settled'] $$`;

/** The numbers of its postings are from the counter of partition 0's group; there is none while that posted nothing. */
const COUNTER = `
  INSERT INTO counter (name, last) SELECT 'postings', 0 WHERE EXISTS (SELECT FROM posting_record WHERE ref_kind = 'transfer')
  ON CONFLICT (name) DO NOTHING`;

/**
 * What was given up and not taken yet by an earlier release, of each partition that gave or took some: what its transfers left
 * in the clearing is settled there, too, by a posting beside its newest one. What was taken comes to nothing over all.
 */
const ON_ITS_WAY = `
  WITH moved AS (
    SELECT ref_id >> 47 AS partition, token, sum(amount) AS units, max(ref_id) AS ref_id, max(at) AS at,
      row_number() OVER (ORDER BY ref_id >> 47, token) AS line
    FROM posting WHERE ref_kind = 'transfer' AND owner = 'clearing' AND bucket = 'total'
    GROUP BY 1, 2 HAVING sum(amount) <> 0),
  pools AS (
    INSERT INTO pool (partition, pool, token, bucket, amount)
      SELECT partition, 'clearing', token, 'settled', units FROM moved),
  postings AS (
    INSERT INTO posting_record (id, ref_id, at, period, ref_kind, tokens, places, amounts)
      SELECT last + line, ref_id, at, month_of(at), 'transfer', decode(substr(token, 3), 'hex'), '\\x0f'::bytea, ARRAY[units]
      FROM moved, counter WHERE name = 'postings')
  UPDATE counter SET last = last + (SELECT count(*) FROM moved) WHERE name = 'postings'`;

/** Fees and budget on their way from one group's pool to another's are settled in the clearing. */
export class SettledOnItsWay1767100000000 implements MigrationInterface {
  readonly name = 'SettledOnItsWay1767100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(POSTING_PLACES);
    await runner.query(COUNTER);
    await runner.query(ON_ITS_WAY);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
