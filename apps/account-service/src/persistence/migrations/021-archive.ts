import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ARCHIVE_CALLS, archiveFunctions } from './archive/functions';

/**
 * Months of history may leave the database. What stays of one: which files it is in, by their hashes; what its rows said to
 * sums that are checked; and its deposits and withdrawals, by which new ones are judged.
 */
export class Archive1766300000000 implements MigrationInterface {
  readonly name = 'Archive1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE archived_month (month int4 PRIMARY KEY,
        state text NOT NULL CHECK (state IN ('written', 'detached', 'archived')), last_block int8, manifest jsonb NOT NULL);
      CREATE TABLE archived_sum (month int4 REFERENCES archived_month ON DELETE CASCADE, figure text, what text,
        amount numeric NOT NULL, PRIMARY KEY (month, figure, what));
      CREATE TABLE archived_entry (LIKE entry_record);`);
    for (const statement of archiveFunctions) await runner.query(statement);
    for (const call of ARCHIVE_CALLS) await runner.query(`REVOKE EXECUTE ON FUNCTION ${call} FROM PUBLIC`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
