import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers of places in a posting's row, from 0; what is new is put at the end. */
const POSTING_PLACES = `
  CREATE OR REPLACE FUNCTION posting_places() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[
    'usable', 'held', 'pendingWithdrawal', 'blocked', 'settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall',
    'chain total', 'clearing total', 'collector total', 'shortfall total', 'collector settled',
    'budget total', 'budget settled'] $$`;

/** What open trades were promised in the token that their maker sold: it came out of the taker's fee, and was reserved nowhere. */
const RESERVE_IN_SOLD = `
  INSERT INTO reserved_rebate (partition, token, reserved)
    SELECT get_byte(account, 19) % 64, hex_of(sold_token), sum(rebate) FROM entry_record_open
    WHERE type = 'trade' AND rebate > 0 AND NOT rebate_in_bought GROUP BY 1, 2
  ON CONFLICT (partition, token) DO UPDATE SET reserved = reserved_rebate.reserved + EXCLUDED.reserved`;

/** Rebates come out of a budget, a pool of its own: of a quota only what is reserved is left. */
export class RebateBudget1766800000000 implements MigrationInterface {
  readonly name = 'RebateBudget1766800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(POSTING_PLACES);
    await runner.query('ALTER TABLE rebate_quota DROP COLUMN quota');
    await runner.query('ALTER TABLE rebate_quota RENAME TO reserved_rebate');
    await runner.query(RESERVE_IN_SOLD);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
