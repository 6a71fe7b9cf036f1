import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Minimum nonces that their owners had co-signed. */
export class AskedMinimums1767200000000 implements MigrationInterface {
  readonly name = 'AskedMinimums1767200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE minimum_nonce ADD COLUMN asked jsonb');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
