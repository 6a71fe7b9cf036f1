import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The map of markets is in the record, and changes while the engines run; what each engine last started with says nothing. */
export class MapOfMarkets1764400000002 implements MigrationInterface {
  readonly name = 'MapOfMarkets1764400000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE engine;
      CREATE TABLE market_map (
        seq int8 NOT NULL, market text NOT NULL, engine text NOT NULL, PRIMARY KEY (seq, market));
      CREATE TABLE drained_process (engine text NOT NULL, process text NOT NULL, PRIMARY KEY (engine, process));
      CREATE TABLE operator_head (
        owner_group text NOT NULL, seq int8 NOT NULL, hash text NOT NULL, effects jsonb NOT NULL,
        PRIMARY KEY (owner_group, seq));`);
  }

  async down(): Promise<void> {
    throw new Error('a record is never migrated down; restore a backup instead');
  }
}
