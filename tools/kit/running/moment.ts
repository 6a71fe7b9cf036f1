import pg from 'pg';

/** Rows of the services' tables, all as of one moment. */
export interface Moment {
  rows<R extends object>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** The same of this very moment, for what is compared with a side that can't be stopped. */
  rowsNow<R extends object>(sql: string, values?: readonly unknown[]): Promise<R[]>;
}

/** The database as the auditor sees it. */
export class RecordReader {
  readonly #snapshot: pg.Client;
  readonly #now: pg.Client;

  private constructor(snapshot: pg.Client, now: pg.Client) {
    this.#snapshot = snapshot;
    this.#now = now;
  }

  static async open(url: string): Promise<RecordReader> {
    const connect = async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'audit' });
      await client.connect();
      return client;
    };
    const snapshot = await connect();
    return new RecordReader(snapshot, await connect());
  }

  /** Everything that `run` reads is as of one moment, whatever the services write meanwhile. */
  async atOneMoment<T>(run: (record: Moment) => Promise<T>): Promise<T> {
    await this.#snapshot.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const reader =
      (client: pg.Client): Moment['rows'] =>
      async <R extends object>(sql: string, values: readonly unknown[] = []) =>
        (await client.query<R>(sql, [...values])).rows;
    try {
      return await run({ rows: reader(this.#snapshot), rowsNow: reader(this.#now) });
    } finally {
      await this.#snapshot.query('ROLLBACK');
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#snapshot.end(), this.#now.end()]);
  }
}
