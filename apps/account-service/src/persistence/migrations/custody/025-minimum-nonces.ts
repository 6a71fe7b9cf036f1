import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The least nonces of orders, which accounts raise in the contract to cancel in mass. */
export class MinimumNonces1766700000000 implements MigrationInterface {
  readonly name = 'MinimumNonces1766700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE minimum_nonce (
        account text NOT NULL, token text NOT NULL, final numeric(39,0) NOT NULL CHECK (final >= 0), seen jsonb NOT NULL,
        PRIMARY KEY (account, token))`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
