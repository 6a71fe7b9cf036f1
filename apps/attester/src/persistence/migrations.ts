import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Attester1766800000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trades (
        id bigint PRIMARY KEY, report jsonb, is_reversed boolean NOT NULL, is_spent boolean NOT NULL);
      CREATE TABLE trade_legs (trade_id bigint NOT NULL, role text NOT NULL, leg jsonb NOT NULL, PRIMARY KEY (trade_id, role));
      ALTER TABLE trades SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
      ALTER TABLE trade_legs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
      CREATE TABLE attestations (
        digest bytea PRIMARY KEY, batch_id bigint NOT NULL, valid_until bigint NOT NULL, trade_ids jsonb NOT NULL,
        r bytea NOT NULL, vs bytea NOT NULL);
      CREATE TABLE cosignatures (
        key text PRIMARY KEY, account text NOT NULL, nonce bigint, stage text NOT NULL,
        request jsonb NOT NULL, signature jsonb);
      CREATE INDEX cosignatures_nonce ON cosignatures (account, nonce);
      CREATE INDEX cosignatures_open ON cosignatures (key) WHERE stage IN ('asked', 'signed');
      CREATE TABLE submitted (entry_id bigint PRIMARY KEY, submission jsonb NOT NULL);
      CREATE TABLE tokens (id bigint PRIMARY KEY, token text NOT NULL);
      CREATE TABLE chain_moments (kind text PRIMARY KEY, number bigint NOT NULL, time bigint NOT NULL);`);
  }

  async down(): Promise<void> {
    throw new Error('the attester is never migrated down; restore a backup instead');
  }
}

/** Why no withdrawal is co-signed, as the standing check said. */
export class WithdrawalPause1767200000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE withdrawal_pause (id text PRIMARY KEY, reason text NOT NULL)');
  }

  async down(): Promise<void> {
    throw new Error('the attester is never migrated down; restore a backup instead');
  }
}

/** In the order in which they are applied. */
export const attesterMigrations = [Attester1766800000001, WithdrawalPause1767200000001];
