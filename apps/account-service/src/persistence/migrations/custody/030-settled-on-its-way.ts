import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers of places in a posting's row, from 0; what is new is put at the end. The four bits of a number are all taken. */
export const POSTING_PLACES = `
  CREATE OR REPLACE FUNCTION posting_places() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT ARRAY[
    'usable', 'held', 'pendingWithdrawal', 'blocked', 'settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall',
    'chain total', 'clearing total', 'collector total', 'shortfall total', 'collector settled',
    'budget total', 'budget settled', 'clearing settled'] $$`;

/** Fees and budget on their way from one group's pool to another's are settled in the clearing. */
export class SettledOnItsWay1767100000000 implements MigrationInterface {
  readonly name = 'SettledOnItsWay1767100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(POSTING_PLACES);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
