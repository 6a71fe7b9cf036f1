import pg from 'pg';
import { until } from '../../kit/until';
import { HISTORIES, type HistoryTable } from './history-tables';
import type { Manifest } from './manifest';
import type { Month } from './months';

/** Rows in one statement. */
const PART = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';
const TRY_AGAIN_MS = 500;
const TRIES_MS_MAX = 60_000;

/** `attached`: clients see it. `written`: its files are; it is still attached. `detached`: its tables are there, unseen. */
export type MonthState = 'attached' | 'written' | 'detached' | 'archived';

export interface MonthRow {
  readonly month: Month;
  readonly state: MonthState;
  /** Of the files, unless it is attached. */
  readonly manifest: Manifest | null;
  readonly bytes: number;
}

/** account-service's history as the archivist sees it: by functions that do one thing each. */
export class HistoryDatabase {
  private constructor(private readonly client: pg.Client) {}

  /** Throws when another one archives. */
  static async open(url: string): Promise<HistoryDatabase> {
    const client = new pg.Client({ connectionString: url, application_name: 'archive' });
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('archive of history')) AS mine",
    );
    if (rows[0]?.mine === true) return new HistoryDatabase(client);
    await client.end();
    throw new Error('another npm run archive is at work');
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** The oldest first. */
  async months(): Promise<MonthRow[]> {
    const { rows } = await this.client.query<MonthRow>(
      'SELECT month, state, manifest, bytes FROM account_service.archive_months()',
    );
    return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  }

  /** Why a month must stay; empty when it needn't. */
  async obstacles(month: Month): Promise<string[]> {
    const { rows } = await this.client.query<{ why: string }>(
      'SELECT why FROM account_service.archive_obstacles($1) AS why',
      [month],
    );
    return rows.map(({ why }) => why);
  }

  /** So that its rows may be read. */
  openMonth = (month: Month): Promise<void> => this.call('archive_open($1)', month);
  prepare = (month: Month, manifest: Manifest): Promise<void> =>
    this.call('archive_prepare($1, $2)', month, JSON.stringify(manifest));
  detach = (month: Month): Promise<void> => this.inABlink('archive_detach($1)', month);
  drop = (month: Month): Promise<void> => this.call('archive_drop($1)', month);
  beginRestore = (month: Month): Promise<void> => this.call('archive_begin_restore($1)', month);
  attach = (month: Month): Promise<void> => this.inABlink('archive_attach($1)', month);

  async rowCount(table: string): Promise<number> {
    const { rows } = await this.client.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${placeOf(table)}`,
    );
    return Number(rows[0]?.rows);
  }

  /** Rows as lines of JSON, always in the same order; the table is a month's, attached or not. */
  async *lines(history: HistoryTable, table: string): AsyncGenerator<string[]> {
    const key = HISTORIES[history];
    const names = key.join(', ');
    const after = key.map((_, index) => `$${index + 1}`).join(', ');
    let last: unknown[] | undefined;
    do {
      const where = last === undefined ? '' : `WHERE (${names}) > (${after})`;
      const { rows } = await this.client.query<Record<string, unknown> & { line: string }>(
        `SELECT row_to_json(row)::text AS line, ${names} FROM ${placeOf(table)} AS row ${where} ORDER BY ${names} LIMIT ${PART}`,
        last ?? [],
      );
      if (rows.length > 0) yield rows.map(({ line }) => line);
      const newest = rows.length < PART ? undefined : rows.at(-1);
      last = newest && key.map((name) => newest[name]);
    } while (last !== undefined);
  }

  /** Columns that a later release added are left empty. */
  async insert(table: string, lines: readonly string[]): Promise<void> {
    const place = placeOf(table);
    await this.client.query(
      `INSERT INTO ${place} SELECT row.* FROM unnest($1::text[]) AS line, LATERAL jsonb_populate_record(NULL::${place}, line::jsonb) AS row`,
      [lines],
    );
  }

  private async call(call: string, ...values: readonly unknown[]): Promise<void> {
    await this.client.query(`SELECT account_service.${call}`, [...values]);
  }

  /** Where the history is busy for longer than everybody may wait, it is tried again a little later. */
  private async inABlink(call: string, month: Month): Promise<void> {
    const attempt = async (): Promise<true | undefined> => {
      try {
        await this.call(call, month);
        return true;
      } catch (error) {
        if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return undefined;
        throw error;
      }
    };
    await until(attempt, {
      ...{ everyMs: TRY_AGAIN_MS, timeoutMs: TRIES_MS_MAX },
      failure: () =>
        `${call}: somebody reads the history for more than a minute; give the command again later`,
    });
  }
}

const placeOf = (table: string) => `account_service.${table}`;
