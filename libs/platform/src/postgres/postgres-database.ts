import { randomInt } from 'node:crypto';
import { present } from '@exchange/core/kernel';
import type { PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import {
  type Database,
  FencedError,
  type Find,
  type HeldLease,
  type LogPosition,
  MAIN_WRITER,
  type OutboxMessage,
  type Table,
  type TurnCommit,
} from '../ports';
import { keptPositions, ownPositions } from '../ports/own-positions';
import { databaseError, isConnectionLost } from './database-errors';
import { mergeChanges } from './merge-changes';
import { type PoolUse, send, type ServicePool } from './service-pool';
import {
  appendStatement,
  countStatement,
  findStatement,
  removeStatement,
  rowFrom,
  type SqlStatement,
  upsertStatement,
} from './statements';
import {
  checkWriter,
  holdLease,
  raiseEpoch,
  renewEpoch,
  saveHeads,
  saveOutbox,
  savePositions,
} from './turn-tables';

/**
 * What a slow disk needs: each commit that wasn't answered is followed by one with twice the patience, up to this. It is
 * also what a service has while it loads.
 */
const LONGEST_PATIENCE_MS = 60_000;
/** By how much at most a writer raises its own epoch; no other process arrives there by counting. */
const RENEWAL_MAX = 2 ** 31;

/** A service's own schema in Postgres. Made by `openPostgres`. */
export class PostgresDatabase implements Database {
  private epoch: number | undefined;
  /** It has the lease as the writer it is; false while it only tries for it. */
  private leased = false;
  private commitMs: number;
  /** Nothing was committed yet: it loads, which may take long. */
  private loading = true;
  /** The epoch to take before the next commit: the answer to one was lost, and it may be carried out still. */
  private renewal: number | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    readonly dataSource: DataSource,
    private readonly pool: ServicePool,
    private readonly writer: string = MAIN_WRITER,
    private readonly reader: string = MAIN_WRITER,
  ) {
    this.commitMs = pool.patienceMs;
  }

  get fault(): string | undefined {
    return this.pool.health.fault;
  }

  /** How the connections of the process are used now. */
  get poolUse(): PoolUse {
    return this.pool.use;
  }

  writing(writer: string, reading: 'apart' | 'shared'): PostgresDatabase {
    const reader = reading === 'apart' ? writer : MAIN_WRITER;
    return new PostgresDatabase(this.dataSource, this.pool, writer, reader);
  }

  async find<R extends object>(table: Table<R>, find: Find<R> = {}): Promise<R[]> {
    const patienceMs = this.loading ? LONGEST_PATIENCE_MS : this.pool.patienceMs;
    const rows = await this.rows<Record<string, unknown>>(findStatement(table, find), patienceMs);
    return rows.map((row) => rowFrom(table, row));
  }

  async count<R extends object>(
    table: Table<R>,
    where: NonNullable<Find<R>['where']>,
    most: number,
  ): Promise<number> {
    const statement = countStatement(table, where, most);
    const [row] = await this.rows<{ count: string }>(statement, this.pool.patienceMs);
    return Number(row?.count ?? 0);
  }

  async commit(turn: TurnCommit): Promise<void> {
    if (this.renewal !== undefined) await this.renew();
    const epoch = present(this.epoch, 'epoch of the writer');
    const kept = { ...turn, positions: keptPositions(this.reader, turn.positions) };
    const statements = commitStatements(checkWriter(this.writer, epoch), kept);
    try {
      await this.pool.lend((client) => transaction(client, statements, this.commitMs));
    } catch (error) {
      if (isConnectionLost(error)) this.renewBeforeNext();
      const failure = databaseError(error);
      this.pool.health.committed(failure);
      // We have taken a new epoch ourselves meanwhile; with that the same is tried again.
      if (failure instanceof FencedError && epoch !== this.epoch)
        throw new Error(failure.message, { cause: error });
      throw failure;
    }
    this.pool.health.committed();
    this.loading = false;
    this.commitMs = this.pool.patienceMs;
  }

  async claimWriter(): Promise<void> {
    const [row] = await this.rows<{ epoch: number }>(raiseEpoch(this.writer));
    this.epoch = present(row, 'row of the writer').epoch;
    this.leased = true;
  }

  async fenceWriter(writer: string): Promise<void> {
    await this.rows(raiseEpoch(writer));
  }

  async holdLease(holder: string, milliseconds: number): Promise<boolean> {
    if (this.renewal !== undefined) await this.renew();
    const { writer, leased } = this;
    const epoch = leased ? this.epoch : undefined;
    const held = (await this.rows(holdLease(writer, { holder, milliseconds, epoch }))).length > 0;
    // With an epoch of our own that is over meanwhile nothing was asked.
    return !held && leased && epoch !== this.epoch ? this.holdLease(holder, milliseconds) : held;
  }

  async releaseLease(holder: string): Promise<void> {
    this.leased = false;
    const text = 'DELETE FROM lease WHERE place = $1 AND holder = $2';
    await this.rows({ text, values: [this.writer, holder] });
  }

  async handLease(holder: string, to: string, milliseconds: number): Promise<void> {
    this.leased = false;
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
    this.pool.health.stop();
    await this.dataSource.destroy();
  }

  /** A backend that was held up may carry out later what it was sent, over what was committed since. */
  private renewBeforeNext(): void {
    this.renewal ??= present(this.epoch, 'epoch of the writer') + randomInt(2, RENEWAL_MAX);
    this.commitMs = Math.min(this.commitMs * 2, LONGEST_PATIENCE_MS);
  }

  /** Takes a new epoch, which fences our own earlier commits; it waits for the one that is being carried out. */
  private renew(): Promise<void> {
    return (this.renewing ??= this.takeRenewal().finally(() => (this.renewing = undefined)));
  }

  private async takeRenewal(): Promise<void> {
    const [mine, next] = [present(this.epoch, 'epoch of the writer'), present(this.renewal, 'next epoch')];
    const taken = await this.rows(renewEpoch(this.writer, mine, next), this.commitMs);
    if (taken.length === 0) throw new FencedError('another process has become the writer');
    this.epoch = next;
    this.renewal = undefined;
  }

  private async rows<R extends object>(
    statement: SqlStatement,
    patienceMs: number = this.pool.patienceMs,
  ): Promise<R[]> {
    try {
      return (await this.pool.lend((client) => send<R>(client, statement, patienceMs))).rows;
    } catch (error) {
      throw databaseError(error);
    }
  }
}

const BEGIN: SqlStatement = { text: 'BEGIN', values: [] };
const COMMIT: SqlStatement = { text: 'COMMIT', values: [] };

/** Sends the whole transaction at once, so that it costs one round trip and one sync. */
async function transaction(
  client: PoolClient,
  statements: readonly SqlStatement[],
  patienceMs: number,
): Promise<void> {
  const outcomes = await Promise.allSettled(inOneWrite(client, [BEGIN, ...statements, COMMIT], patienceMs));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  const end = outcomes.at(-1);
  const committed = end?.status === 'fulfilled' && end.value.command === 'COMMIT';
  if (!committed) throw new Error('the database rolled the transaction back');
}

/** A transaction whose messages go to the server in one write. */
function inOneWrite(
  client: PoolClient,
  statements: readonly SqlStatement[],
  patienceMs: number,
): Promise<QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  try {
    return statements.map((statement) => send(client, statement, patienceMs));
  } finally {
    stream.uncork();
  }
}

function commitStatements(check: SqlStatement, { changes, positions, outbox }: TurnCommit): SqlStatement[] {
  const statements = [check];
  for (const { shape, upserts, removes } of mergeChanges(changes)) {
    if (upserts.length > 0)
      statements.push((shape.appendOnly ? appendStatement : upsertStatement)(shape, upserts));
    if (removes.length > 0) statements.push(removeStatement(shape, removes));
  }
  if (positions.length > 0) statements.push(savePositions(positions));
  if (outbox.length > 0) statements.push(saveOutbox(outbox), saveHeads(outbox));
  return statements;
}
