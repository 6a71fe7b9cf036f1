import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Settlement1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trades (
        id bigint PRIMARY KEY, stage text NOT NULL, maker jsonb, taker jsonb, since bigint NOT NULL,
        joined bigint NOT NULL, batch_id bigint, mined_in text, failures bigint NOT NULL, retry_at bigint NOT NULL,
        last_code bigint);
      CREATE INDEX trades_unsettled ON trades (id) WHERE stage <> 'final';
      CREATE INDEX trades_joined ON trades (joined);
      CREATE TABLE batches (
        id bigint PRIMARY KEY, nonce bigint NOT NULL, valid_until bigint NOT NULL, trade_ids jsonb NOT NULL,
        withdrawals jsonb NOT NULL, stage text NOT NULL, sent_at bigint NOT NULL);
      CREATE INDEX batches_open ON batches (id) WHERE stage <> 'closed';
      CREATE INDEX batches_nonce ON batches (nonce);
      CREATE TABLE transactions (
        hash text PRIMARY KEY, batch_id bigint NOT NULL, raw text NOT NULL, max_fee_per_gas numeric(39,0) NOT NULL,
        max_priority_fee_per_gas numeric(39,0) NOT NULL, gas_limit numeric(39,0) NOT NULL,
        signed_at bigint NOT NULL);
      CREATE INDEX transactions_batch ON transactions (batch_id);
      CREATE TABLE cosignatures (
        key text PRIMARY KEY, account text NOT NULL, nonce bigint, stage text NOT NULL,
        request jsonb NOT NULL, signature jsonb);
      CREATE INDEX cosignatures_nonce ON cosignatures (account, nonce);
      CREATE INDEX cosignatures_asked ON cosignatures (key) WHERE stage = 'asked';
      CREATE TABLE submissions (
        entry_id bigint PRIMARY KEY, stage text NOT NULL, submission jsonb NOT NULL, batch_id bigint,
        calls bigint NOT NULL);
      CREATE INDEX submissions_open ON submissions (entry_id) WHERE stage <> 'closed';
      CREATE TABLE tokens (token text PRIMARY KEY, id bigint NOT NULL);
      CREATE TABLE chain_moments (kind text PRIMARY KEY, number bigint NOT NULL, time bigint NOT NULL);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE chain_moments; DROP TABLE tokens; DROP TABLE submissions; DROP TABLE cosignatures; DROP TABLE transactions;
      DROP TABLE batches; DROP TABLE trades;`);
  }
}

/** When a node took a transaction; unknown of those that were signed before. */
export class TakenTransactions1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transactions ADD COLUMN taken_at bigint;');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transactions DROP COLUMN taken_at;');
  }
}

/** Trades may get a replacement id, now or when they are known. */
export class ReplacedTrades1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE trades ADD COLUMN replaced boolean NOT NULL DEFAULT false;
      DROP INDEX trades_unsettled;
      CREATE INDEX trades_unsettled ON trades (id) WHERE stage NOT IN ('final', 'reversed');
      CREATE TABLE foreign_settlements (id bigint PRIMARY KEY, fact jsonb NOT NULL);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE foreign_settlements; ALTER TABLE trades DROP COLUMN replaced;');
  }
}

/** In the order in which they are applied. */
export const settlementMigrations = [
  Settlement1700000000001,
  TakenTransactions1700000000002,
  ReplacedTrades1700000000003,
];
