import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A balance says what its account lacks, which counts as backing: the operator owes it. Reversed trades are known. */
export class Shortfalls1765500000000 implements MigrationInterface {
  readonly name = 'Shortfalls1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE balance ADD COLUMN shortfall numeric(39,0) NOT NULL DEFAULT 0 CHECK (shortfall >= 0),
        DROP CONSTRAINT balance_check,
        ADD CONSTRAINT balance_check CHECK (
          usable + held + pending_withdrawal + blocked = settled + bought_unsettled - sold_unsettled + shortfall)`);
    await runner.query('CREATE TABLE reversed_trade (trade_id int8 PRIMARY KEY, at int8 NOT NULL)');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
