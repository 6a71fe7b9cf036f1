import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators look through the messages of all accounts, and for what any account lacks, which somebody is to pay in. */
export class LookUps1767800000000 implements MigrationInterface {
  readonly name = 'LookUps1767800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX message_of_all ON message (at DESC, account, number DESC);
      CREATE TABLE shortfall_cover (
        account text, token text, ordered_at bigint, payer text NOT NULL, amount numeric(39,0) NOT NULL,
        PRIMARY KEY (account, token, ordered_at));
      CREATE INDEX balance_shortfall ON balance (account, token) WHERE shortfall > 0;`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
