import { openPostgres, type PostgresDatabase } from '@exchange/platform';
import { KeptLog, startPostgres, TEST_PASSWORD, type TestPostgres } from '@exchange/test/kit';
import pg from 'pg';
import { migrations, tables } from '../src/persistence';

/** The service's database as an earlier release left it, with this release's migrations applied afterwards. */
export class OlderDatabase {
  private constructor(
    private readonly postgres: TestPostgres,
    readonly database: PostgresDatabase,
  ) {}

  /** `migration`: the first one that the earlier release didn't have; `store`: writes what that release stored. */
  static async before(
    migration: (typeof migrations)[number],
    store: (client: pg.Client) => Promise<void>,
  ): Promise<OlderDatabase> {
    const postgres = await startPostgres({ services: ['account-service'] });
    const open = (upTo: number) =>
      openPostgres({
        ...{ service: 'account-service', url: postgres.url, password: TEST_PASSWORD, log: new KeptLog() },
        ...{ tables, migrations: migrations.slice(0, upTo) },
      });
    try {
      await (await open(migrations.indexOf(migration))).close();
      const client = new pg.Client({ connectionString: postgres.adminUrl });
      await client.connect();
      // What a migration changes must be the service's own.
      await client.query('SET ROLE account_service; SET search_path = account_service');
      await store(client);
      await client.end();
      return new OlderDatabase(postgres, await open(migrations.length));
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  /** Asks as a person would who looks into the schema. */
  async query<R extends object>(sql: string): Promise<R[]> {
    const client = await this.connected();
    try {
      return (await client.query<R>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** As the administrator, in the service's schema. */
  async connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.postgres.adminUrl });
    await client.connect();
    await client.query('SET search_path = account_service');
    return client;
  }

  async stop(): Promise<void> {
    await this.database.close();
    await this.postgres.stop();
  }
}
