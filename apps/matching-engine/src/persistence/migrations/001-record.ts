import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The record of the markets: newest snapshots, and the reports since then. */
export class Record1764400000000 implements MigrationInterface {
  readonly name = 'Record1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE market (market text PRIMARY KEY, snapshot_number int8 NOT NULL, snapshot text NOT NULL)`,
    );
    await runner.query(
      `CREATE TABLE report (
         market text NOT NULL, number int8 NOT NULL, at int8 NOT NULL, inputs jsonb NOT NULL,
         steps int8 NOT NULL, state_hash text NOT NULL, PRIMARY KEY (market, number))`,
    );
  }

  async down(): Promise<void> {
    throw new Error('a record is never migrated down; restore a backup instead');
  }
}
