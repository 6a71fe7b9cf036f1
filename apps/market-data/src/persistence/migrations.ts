import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Demo bars have a table of their own. */
export class DemoBars1767000000000 implements MigrationInterface {
  readonly name = 'DemoBars1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE demo_bars (LIKE bars INCLUDING ALL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE demo_bars');
  }
}

/** A market's trades have ids that follow each other, so that the index of ids alone finds them. */
export class TradesById1766500000000 implements MigrationInterface {
  readonly name = 'TradesById1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX trades_of_market');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX trades_of_market ON trades (market, id)');
  }
}

/** Reversed trades are marked. */
export class ReversedTrades1765500000000 implements MigrationInterface {
  readonly name = 'ReversedTrades1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE reversed_trades (id bigint PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reversed_trades');
  }
}

export class MarketData1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trades (
        id bigint PRIMARY KEY, market text NOT NULL, time bigint NOT NULL, rate_key bigint NOT NULL,
        buy boolean NOT NULL, traded numeric(39,0) NOT NULL, quote numeric(39,0) NOT NULL);
      CREATE INDEX trades_of_market ON trades (market, id);
      CREATE INDEX trades_of_market_by_time ON trades (market, time, id);
      CREATE INDEX trades_by_time ON trades (time, id);
      CREATE TABLE bars (
        market text NOT NULL, precision text NOT NULL, time bigint NOT NULL,
        open bigint NOT NULL, high bigint NOT NULL, low bigint NOT NULL, close bigint NOT NULL,
        volume_traded numeric(60,0) NOT NULL, volume_quote numeric(60,0) NOT NULL,
        PRIMARY KEY (market, precision, time));
      CREATE TABLE levels (
        market text NOT NULL, side text NOT NULL, rate_key bigint NOT NULL, amount numeric(39,0) NOT NULL,
        count bigint NOT NULL, PRIMARY KEY (market, side, rate_key));
      CREATE TABLE listing (id text PRIMARY KEY, listing jsonb NOT NULL);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE listing; DROP TABLE levels; DROP TABLE bars; DROP TABLE trades;');
  }
}
