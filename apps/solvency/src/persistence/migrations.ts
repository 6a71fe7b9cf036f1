import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Solvency1766700000001 implements MigrationInterface {
  readonly name = 'Solvency1766700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE balance (
        token text NOT NULL, place bigint NOT NULL, account text NOT NULL, amount numeric(39,0) NOT NULL CHECK (amount >= 0),
        block bigint NOT NULL,
        PRIMARY KEY (token, place), UNIQUE (token, account));
      CREATE TABLE token (id bigint PRIMARY KEY, token text NOT NULL);
      CREATE TABLE collector (account text PRIMARY KEY);
      CREATE TABLE watched (
        id text PRIMARY KEY, chain_id bigint NOT NULL, contract text NOT NULL, start_block bigint NOT NULL,
        read_to bigint NOT NULL);
      CREATE TABLE verdict (id text PRIMARY KEY, difference jsonb, account text);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verdict, watched, collector, token, balance;');
  }
}

export const migrations = [Solvency1766700000001];
