import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The record of the markets: which engine has which, snapshots, and the reports since then. */
export class Record1764400000000 implements MigrationInterface {
  readonly name = 'Record1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE engine (
        engine text PRIMARY KEY, takes_others boolean NOT NULL, markets jsonb NOT NULL, is_settled boolean NOT NULL);
      CREATE TABLE market (market text PRIMARY KEY, engine text NOT NULL);
      CREATE TABLE report (
        market text NOT NULL, number int8 NOT NULL, engine text NOT NULL, turn int8 NOT NULL, at int8 NOT NULL,
        inputs jsonb NOT NULL, steps int8 NOT NULL, state_hash text NOT NULL, PRIMARY KEY (market, number));
      CREATE INDEX report_turn ON report (engine, turn);
      CREATE TABLE snapshot (
        market text NOT NULL, number int8 NOT NULL, version int8 NOT NULL, parts int8 NOT NULL,
        state_hash text NOT NULL, checksum text NOT NULL, is_complete boolean NOT NULL, PRIMARY KEY (market, number));
      CREATE TABLE snapshot_part (
        market text NOT NULL, number int8 NOT NULL, part int8 NOT NULL, data bytea NOT NULL,
        PRIMARY KEY (market, number, part));
      -- It is compressed already.
      ALTER TABLE snapshot_part ALTER COLUMN data SET STORAGE EXTERNAL;`);
  }

  async down(): Promise<void> {
    throw new Error('a record is never migrated down; restore a backup instead');
  }
}
