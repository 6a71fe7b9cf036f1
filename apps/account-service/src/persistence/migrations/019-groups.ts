import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Several groups of partitions may have a writer each. What is there is the first one's, whose keys have no name before
 * them: so nothing of it changes.
 */
export class Groups1766100000000 implements MigrationInterface {
  readonly name = 'Groups1766100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_group (name text PRIMARY KEY, process text NOT NULL);
      CREATE TABLE partition_owner (partition bigint PRIMARY KEY, owner_group text NOT NULL);
      CREATE TABLE late_market (owner_group text, market text, PRIMARY KEY (owner_group, market));`);
  }

  async down(): Promise<void> {
    throw new Error('a ledger is never migrated down; restore a backup instead');
  }
}
