import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgres, type PostgresDatabase } from '@exchange/platform';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KeptLog } from '../kept-log';
import { startPostgres, TEST_PASSWORD, type TestPostgres } from '../servers/start-postgres';
import { testDatabasePort, thingTable } from './database-port';

class CreateThing1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE thing (
      account text NOT NULL, id bigint NOT NULL, amount numeric(39,0) NOT NULL, is_open boolean NOT NULL, note text,
      terms jsonb NOT NULL, raw bytea NOT NULL, PRIMARY KEY (account, id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE thing');
  }
}

describe('the database in Postgres', () => {
  let postgres: TestPostgres;
  const opened: PostgresDatabase[] = [];

  const open = async (writer?: string) => {
    const database = await openPostgres({
      service: 'account-service',
      url: postgres.url,
      password: TEST_PASSWORD,
      tables: [thingTable],
      migrations: [CreateThing1700000000001],
      log: new KeptLog(),
      writer,
    });
    opened.push(database);
    return database;
  };

  beforeAll(async () => {
    postgres = await startPostgres({ services: ['account-service', 'market-data'] });
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await postgres.stop();
  });

  testDatabasePort(async () => ({ open, stop: async () => undefined }));

  it('has a schema that fits its tables', async () => {
    expect(await (await open()).pendingSchemaChanges()).toEqual([]);
  });

  it('migrates once when several processes start at the same time', async () => {
    await Promise.all([open(), open(), open()]);
  });

  it('lets a role neither write nor read the schema of another, and the auditor only read', async () => {
    const as = async (user: string, sql: string) => {
      const login = `//${user}:${TEST_PASSWORD}@`;
      const client = new pg.Client({ connectionString: postgres.url.replace('//', login) });
      await client.connect();
      try {
        return (await client.query(sql)).rowCount;
      } finally {
        await client.end();
      }
    };
    const write = 'INSERT INTO account_service.positions VALUES (1, 1)';
    const read = "SELECT * FROM account_service.writer WHERE place = 'main'";
    await expect(as('market_data', write)).rejects.toThrow(/permission denied/);
    await expect(as('market_data', read)).rejects.toThrow(/permission denied/);
    await expect(as('market_data', 'CREATE TABLE public.mine (a int)')).rejects.toThrow(/permission denied/);
    await expect(as('auditor', write)).rejects.toThrow(/read-only|permission denied/);
    expect(await as('auditor', read)).toBe(1);
  });

  it('goes on after the server was killed', async () => {
    const database = await open();
    await database.claimWriter();
    const turn = { changes: [], positions: [{ subject: 'after-crash', seq: 1 }], outbox: [] };
    await database.commit(turn);
    await postgres.crashAndRestart();
    const commit = async () => database.commit(turn).catch(() => database.commit(turn));
    await commit();
    expect(await database.positions()).toContainEqual({ subject: 'after-crash', seq: 1 });
  });
});
