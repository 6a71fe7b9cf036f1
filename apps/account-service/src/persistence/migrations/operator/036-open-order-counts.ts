import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders are open, by market and partition, for operators who are about to cancel them. */
export class OpenOrderCounts1767700000000 implements MigrationInterface {
  readonly name = 'OpenOrderCounts1767700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW open_order_count AS
        SELECT market, (get_byte(account, 19) % 64)::int8 AS partition, count(*) AS orders
        FROM order_record_open GROUP BY 1, 2`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
