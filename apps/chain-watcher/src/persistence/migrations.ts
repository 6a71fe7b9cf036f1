import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WatchedBlocks1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE blocks (
        number bigint PRIMARY KEY, hash text NOT NULL, parent text NOT NULL, time bigint NOT NULL,
        final boolean NOT NULL, facts jsonb NOT NULL);
      CREATE TABLE tokens (id bigint PRIMARY KEY, token text NOT NULL);
      CREATE TABLE watched (
        chain_id bigint PRIMARY KEY, anchor text NOT NULL, contract text NOT NULL, start_block bigint NOT NULL);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE watched; DROP TABLE tokens; DROP TABLE blocks;');
  }
}

/** What the contract's admin announces is told; of whom that was read is remembered. */
export class WatchedAdmin1765400000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE watched ADD COLUMN admin text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE watched DROP COLUMN admin');
  }
}

/** Withdrawals are awaited until they are seen, or their absence is confirmed. */
export class AwaitedWithdrawals1796000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE awaited_withdrawals (
        account text NOT NULL, nonce bigint NOT NULL, deadline bigint NOT NULL, PRIMARY KEY (account, nonce));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE awaited_withdrawals');
  }
}

/** Requests may be read after the blocks that show their end. */
export class EndedWithdrawals1796200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ended_withdrawals (
        account text NOT NULL, nonce bigint NOT NULL, until bigint NOT NULL, PRIMARY KEY (account, nonce));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ended_withdrawals');
  }
}

export const migrations = [
  WatchedBlocks1700000000001,
  WatchedAdmin1765400000001,
  AwaitedWithdrawals1796000000001,
  EndedWithdrawals1796200000001,
];
