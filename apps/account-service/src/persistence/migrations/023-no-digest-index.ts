import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An order is found by its digest through the spent hashes, which say which one it is. Rows of mined trades are written
 * twice, and make room soon enough that others take it.
 */
export class NoDigestIndex1766500000000 implements MigrationInterface {
  readonly name = 'NoDigestIndex1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX order_record_digest;
      ALTER TABLE mined_trade SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
