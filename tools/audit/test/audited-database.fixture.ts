import { openPostgres, type PostgresDatabase, type RowChange, type Table, upsert } from '@exchange/platform';
import {
  KeptLog,
  MemoryDatabase,
  type MemoryStore,
  startPostgres,
  TEST_PASSWORD,
  type TestPostgres,
} from '@exchange/test/kit';
import pg from 'pg';
import { migrations, tables } from '../../../apps/account-service/src/persistence';
import { RecordReader } from '../../kit/running/moment';
import type { Check, Outcome } from '../src/check';

/** What a check found. */
type Finding = Extract<Outcome, { kind: 'compared' }>;

const ROWS_AT_ONCE = 2_000;

/** The record of account-service in Postgres, as the audit finds it. */
export class AuditedDatabase {
  private constructor(
    private readonly postgres: TestPostgres,
    private readonly database: PostgresDatabase,
    private readonly client: pg.Client,
    private readonly reader: RecordReader,
  ) {}

  /** With the rows of these tables that a service wrote in memory. */
  static async of(store: MemoryStore, kept: readonly Table<object>[]): Promise<AuditedDatabase> {
    const postgres = await startPostgres({ services: ['account-service'] });
    const access = { service: 'account-service', url: postgres.url, password: TEST_PASSWORD } as const;
    const database = await openPostgres({ ...access, log: new KeptLog(), tables, migrations });
    await database.claimWriter();
    for (const table of kept) {
      const rows = await new MemoryDatabase(store).find(table);
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const changes: RowChange[] = [upsert(table, rows.slice(from, from + ROWS_AT_ONCE))];
        await database.commit({ changes, positions: [], outbox: [] });
      }
    }
    const client = new pg.Client({ connectionString: postgres.adminUrl });
    await client.connect();
    await client.query('SET search_path = account_service');
    // As autovacuum does, which a test doesn't wait for.
    await client.query('ANALYZE');
    return new AuditedDatabase(postgres, database, client, await RecordReader.open(postgres.adminUrl));
  }

  /** What each of the checks finds, by its name: how much it compared, and the differences. */
  async findings(checks: readonly Check[]): Promise<Record<string, Finding>> {
    const found: [string, Finding][] = [];
    for (const check of checks) {
      const outcome = await this.reader.atOneMoment((record) => check.run(record));
      if (outcome.kind === 'wait') throw new Error(outcome.why);
      found.push([check.name, outcome]);
    }
    return Object.fromEntries(found);
  }

  /** By hand, as nobody should. */
  async change(sql: string): Promise<number> {
    return (await this.client.query(sql)).rowCount ?? 0;
  }

  async rows<R extends object>(sql: string): Promise<R[]> {
    return (await this.client.query<R>(sql)).rows;
  }

  async stop(): Promise<void> {
    await this.reader.close();
    await this.client.end();
    await this.database.close();
    await this.postgres.stop();
  }
}
