import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A side of a trade says whether it was the maker's or the taker's. Nobody says it of those from before. */
export class RolesOfTrades1765000000000 implements MigrationInterface {
  readonly name = 'RolesOfTrades1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_trade ADD COLUMN role text');
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
