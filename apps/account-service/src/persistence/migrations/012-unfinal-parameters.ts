import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Changes of the contract's parameters count from their first sight, so they are remembered from then on; so are the
 * ledger's own stops of markets. All trades that aren't final are looked at with each start.
 */
export class UnfinalParameters1765400000000 implements MigrationInterface {
  readonly name = 'UnfinalParameters1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unfinal_parameter (place text PRIMARY KEY, name text NOT NULL, value text NOT NULL);
      ALTER TABLE market ADD COLUMN stop text;
      CREATE INDEX entry_open_trade ON entry (id) WHERE open AND type = 'trade';`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
