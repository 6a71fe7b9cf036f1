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

/** So few that each statement ends long before the database's time limit. */
const ROWS_AT_ONCE = 10_000;

/**
 * A trade's row changes with each of its steps; its legs, which are long and never change, are rows of their own as long
 * as they are needed. Hashes and signed transactions are bytes; of closed batches these are of no more use.
 */
export class NarrowTrades1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trade_legs (trade_id bigint NOT NULL, role text NOT NULL, leg jsonb NOT NULL, PRIMARY KEY (trade_id, role));
      CREATE TABLE narrow_trades (
        id bigint NOT NULL, since bigint NOT NULL, joined bigint NOT NULL, batch_id bigint, failures bigint NOT NULL,
        retry_at bigint NOT NULL, last_code bigint, replaced boolean NOT NULL, stage text NOT NULL, mined_in bytea);`);
    await this.moveTrades(runner);
    await runner.query(`
      DROP TABLE trades;
      ALTER TABLE narrow_trades RENAME TO trades;
      ALTER TABLE trades ADD PRIMARY KEY (id);
      CREATE INDEX trades_unsettled ON trades (id) WHERE stage NOT IN ('final', 'reversed');
      CREATE INDEX trades_joined ON trades (joined);
      ALTER TABLE trades SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
      ALTER TABLE trade_legs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
      ALTER TABLE transactions ALTER COLUMN hash TYPE bytea USING decode(substr(hash, 3), 'hex'),
        ALTER COLUMN raw TYPE bytea USING decode(substr(raw, 3), 'hex');
      UPDATE transactions SET raw = '' FROM batches WHERE batches.id = batch_id AND stage = 'closed';`);
  }

  async down(): Promise<void> {
    throw new Error('settlement is never migrated down; restore a backup instead');
  }

  private async moveTrades(runner: QueryRunner): Promise<void> {
    let last: number | null = -1;
    while (last !== null) {
      const [found] = (await runner.query(
        `WITH batch AS (SELECT * FROM trades WHERE id > $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}),
           legs AS (INSERT INTO trade_legs SELECT id, role, leg
             FROM batch, LATERAL (VALUES ('maker', maker), ('taker', taker)) AS sides (role, leg) WHERE leg IS NOT NULL),
           moved AS (INSERT INTO narrow_trades SELECT id, since, joined, batch_id, failures, retry_at, last_code, replaced,
             stage, decode(substr(mined_in, 3), 'hex') FROM batch)
         SELECT max(id) AS last FROM batch`,
        [last],
      )) as { last: number | null }[];
      last = found?.last ?? null;
    }
  }
}

/**
 * Only trades that aren't final have rows, so few that they need no index but that of their ids; their steps leave room
 * that the next ones take.
 */
export class UnsettledTrades1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unsettled_trades (LIKE trades);
      INSERT INTO unsettled_trades SELECT * FROM trades WHERE stage <> 'final';
      DROP TABLE trades;
      ALTER TABLE unsettled_trades RENAME TO trades;
      ALTER TABLE trades ADD PRIMARY KEY (id);
      ALTER TABLE trades SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);`);
  }

  async down(): Promise<void> {
    throw new Error('settlement is never migrated down; restore a backup instead');
  }
}

/** The attester keeps the co-signatures; which batches it was asked to attest is kept here. */
export class Attested1766800000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE cosignatures;
      CREATE TABLE drafts (
        id bigint PRIMARY KEY, batch_id bigint NOT NULL, valid_until bigint NOT NULL, trade_ids jsonb NOT NULL);`);
  }

  async down(): Promise<void> {
    throw new Error('settlement is never migrated down; restore a backup instead');
  }
}

/** Each batch says whose it is: several settlers have a sequence of nonces each. */
export class SeveralSettlers1766800000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE batches ADD COLUMN settler text;
      CREATE INDEX batches_settler ON batches (settler, nonce);`);
  }

  async down(): Promise<void> {
    throw new Error('settlement is never migrated down; restore a backup instead');
  }
}

/** In the order in which they are applied. */
export const settlementMigrations = [
  Settlement1700000000001,
  TakenTransactions1700000000002,
  ReplacedTrades1700000000003,
  NarrowTrades1700000000004,
  UnsettledTrades1700000000005,
  Attested1766800000006,
  SeveralSettlers1766800000007,
];
