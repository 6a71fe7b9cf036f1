import { present } from '@exchange/core/kernel';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import {
  type Database,
  type Find,
  type HeldLease,
  type LogPosition,
  MAIN_WRITER,
  type OutboxMessage,
  type Table,
  type TurnCommit,
} from '../ports';
import { keptPositions, ownPositions } from '../ports/own-positions';
import { tableShape } from '../tables';
import { databaseError } from './database-errors';
import { mergeChanges } from './merge-changes';
import { findStatement, removeStatement, rowFrom, type SqlStatement, upsertStatement } from './statements';
import { checkWriter, holdLease, raiseEpoch, saveHeads, saveOutbox, savePositions } from './turn-tables';

/** A service's own schema in Postgres. Made by `openPostgres`. */
export class PostgresDatabase implements Database {
  private epoch: number | undefined;
  /** The epoch in which it has the lease; none while it only tries for it. */
  private leased: number | undefined;

  constructor(
    readonly dataSource: DataSource,
    private readonly writer: string = MAIN_WRITER,
    private readonly reader: string = MAIN_WRITER,
  ) {}

  writing(writer: string, reading: 'apart' | 'shared'): PostgresDatabase {
    return new PostgresDatabase(this.dataSource, writer, reading === 'apart' ? writer : MAIN_WRITER);
  }

  async find<R extends object>(table: Table<R>, find: Find<R> = {}): Promise<R[]> {
    const shape = tableShape(table);
    const rows = await this.rows<Record<string, unknown>>(findStatement(table, find));
    return rows.map((row) => rowFrom<R>(shape, row));
  }

  /** Sends the whole transaction at once, so that it costs one round trip and one sync. */
  async commit(turn: TurnCommit): Promise<void> {
    const statements = commitStatements(
      checkWriter(this.writer, present(this.epoch, 'epoch of the writer')),
      { ...turn, positions: keptPositions(this.reader, turn.positions) },
    );
    const client = await this.pool.connect();
    const outcomes = await Promise.allSettled(inOneWrite(client, statements));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    const end = outcomes.at(-1);
    const committed = end?.status === 'fulfilled' && end.value.command === 'COMMIT';
    // A connection on which something went wrong may hold a broken transaction.
    client.release(failed !== undefined || !committed);
    if (failed) throw databaseError(failed.reason);
    if (!committed) throw new Error('the database rolled the transaction back');
  }

  async claimWriter(): Promise<void> {
    const [row] = await this.rows<{ epoch: number }>(raiseEpoch(this.writer));
    this.epoch = present(row, 'row of the writer').epoch;
    this.leased = this.epoch;
  }

  async fenceWriter(writer: string): Promise<void> {
    await this.rows(raiseEpoch(writer));
  }

  async holdLease(holder: string, milliseconds: number): Promise<boolean> {
    const { writer, leased: epoch } = this;
    return (await this.rows(holdLease(writer, { holder, milliseconds, epoch }))).length > 0;
  }

  async releaseLease(holder: string): Promise<void> {
    this.leased = undefined;
    const text = 'DELETE FROM lease WHERE place = $1 AND holder = $2';
    await this.rows({ text, values: [this.writer, holder] });
  }

  async handLease(holder: string, to: string, milliseconds: number): Promise<void> {
    this.leased = undefined;
    const text = `UPDATE lease SET holder = $3, ends = clock_timestamp() + $4 * interval '1 ms'
      WHERE place = $1 AND holder = $2`;
    await this.rows({ text, values: [this.writer, holder, to, milliseconds] });
  }

  async leases(): Promise<HeldLease[]> {
    const text = `SELECT place AS writer, holder,
      (extract(epoch FROM ends - clock_timestamp()) * 1000)::float8 AS "leftMs" FROM lease`;
    return this.rows<HeldLease>({ name: 'leases', text, values: [] });
  }

  async isLeased(writer: string): Promise<boolean> {
    const text = 'SELECT 1 FROM lease WHERE place = $1 AND ends >= clock_timestamp()';
    return (await this.rows({ text, values: [writer] })).length > 0;
  }

  async positions(): Promise<LogPosition[]> {
    const text = 'SELECT subject, seq, hint FROM positions';
    const rows = await this.rows<{ subject: string; seq: number; hint: string | null }>({ text, values: [] });
    const kept = rows.map(({ hint, ...place }) => (hint === null ? place : { ...place, hint }));
    return ownPositions(this.reader, kept);
  }

  async outboxHeads(): Promise<LogPosition[]> {
    return this.rows<LogPosition>({ text: 'SELECT subject, seq FROM outbox_heads', values: [] });
  }

  async outboxAfter(subject: string, seq: number, limit: number): Promise<OutboxMessage[]> {
    const text =
      'SELECT subject, seq, data FROM outbox WHERE subject = $1 AND seq > $2 ORDER BY seq LIMIT $3';
    return this.rows<OutboxMessage>({ text, values: [subject, seq, limit] });
  }

  async pruneOutbox(subject: string, seq: number): Promise<void> {
    await this.rows({ text: 'DELETE FROM outbox WHERE subject = $1 AND seq <= $2', values: [subject, seq] });
  }

  /** SQL that would bring the schema to what the tables say; empty when the migrations are complete. */
  async pendingSchemaChanges(): Promise<string[]> {
    const { upQueries } = await this.dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  private async rows<R extends object>({ name, text, values }: SqlStatement): Promise<R[]> {
    try {
      const result = await this.pool.query<R>(config({ name, text, values }));
      return result.rows;
    } catch (error) {
      throw databaseError(error);
    }
  }
}

const config = ({ name, text, values }: SqlStatement): QueryConfig =>
  name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };

/** A transaction whose messages go to the server in one write. */
function inOneWrite(client: PoolClient, statements: readonly SqlStatement[]): Promise<QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  try {
    return [
      client.query('BEGIN'),
      ...statements.map((statement) => client.query(config(statement))),
      client.query('COMMIT'),
    ];
  } finally {
    stream.uncork();
  }
}

function commitStatements(check: SqlStatement, { changes, positions, outbox }: TurnCommit): SqlStatement[] {
  const statements = [check];
  for (const { shape, upserts, removes } of mergeChanges(changes)) {
    if (upserts.length > 0) statements.push(upsertStatement(shape, upserts));
    if (removes.length > 0) statements.push(removeStatement(shape, removes));
  }
  if (positions.length > 0) statements.push(savePositions(positions));
  if (outbox.length > 0) statements.push(saveOutbox(outbox), saveHeads(outbox));
  return statements;
}
