import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order says what it had to do at once. Nobody says it of those from before. */
export class ExecutionsOfOrders1765100000000 implements MigrationInterface {
  readonly name = 'ExecutionsOfOrders1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN execution text');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
