import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The listing may say how much a submitted withdrawal must be at least. */
export class LeastWithdrawals1765700000000 implements MigrationInterface {
  readonly name = 'LeastWithdrawals1765700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token ADD COLUMN min_withdrawal numeric(39,0)');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
