import type { ServiceName } from '@exchange/core/kernel';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { Log } from '../ports';
import { systemClock } from '../system-clock';
import { parseInteger, snakeCase } from '../tables';
import { Backoff } from '../turn/retry';
import { isOutage } from './database-errors';
import { PostgresDatabase } from './postgres-database';
import { ServiceClient, serverOptions } from './service-client';
import { ServicePool } from './service-pool';
import { roleOf } from './service-schemas';
import { TurnTables1700000000000 } from './turn-tables';

const INT8 = 20;
/** What a migration may take; a service's own statements have less (PostgresDatabase). */
const MIGRATION_MS_MAX = 600_000;
/** An answer is waited for so long; then its backend counts as hung, and its connection is given up. */
const PATIENCE_MS = 5_000;
/** How long a statement may wait for a free connection. */
const POOL_WAIT_MS_MAX = 10_000;
/** TCP asks whether the other end is still there after so much silence, then every second. */
const SILENCE_MS = 5_000;
const UPKEEP_EVERY_MS = 12 * 3_600_000;
/** Any number, the same for all: migrations of one service at a time. */
const MIGRATION_LOCK = 'hashtext(current_schema())';

/** A Table of whatever rows. */
export interface AnyTable {
  readonly options: { readonly name: string };
}

export interface PostgresOptions {
  readonly service: ServiceName;
  /** `postgres://host:port/database`, with or without user and password. */
  readonly url: string;
  readonly password?: string;
  readonly tables: readonly AnyTable[];
  /** TypeORM migrations in SQL; a class name ends in its time in Unix ms. They see the service's own schema. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** A statement that is run when the schema is up to date and twice a day from then on, e.g. makes the next partitions. */
  readonly upkeep?: string | undefined;
  readonly log: Log;
  readonly maxConnections?: number;
  /** The writer that this process is; one schema may have several, each with its own subjects and rows. */
  readonly writer?: string | undefined;
  /** A backend that doesn't answer for so long is given up (ms). */
  readonly patienceMs?: number;
}

class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snakeCase(property);
  }
}

/**
 * Connects as the service's role to its schema, and brings the schema up to date. Waits while the database is away,
 * starts, is full or only reads.
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const backoff = new Backoff(systemClock);
  for (;;) {
    try {
      const dataSource = await openOnce(options);
      const { master } = dataSource.driver as unknown as { master: pg.Pool };
      const pool = new ServicePool(master, options.patienceMs ?? PATIENCE_MS);
      if (options.upkeep !== undefined) repeatUpkeep(dataSource, options.upkeep, options.log);
      return new PostgresDatabase(dataSource, pool, options.writer);
    } catch (error) {
      if (!isOutage(error)) throw error;
      options.log.warn({ err: error }, 'opening the database failed, trying again');
      await backoff.wait();
    }
  }
}

async function openOnce(options: PostgresOptions): Promise<DataSource> {
  const dataSource = dataSourceOf(options);
  try {
    await dataSource.initialize();
    await migrate(dataSource, options.log);
    if (options.upkeep !== undefined) await dataSource.query(options.upkeep);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw error;
  }
}

function repeatUpkeep(dataSource: DataSource, upkeep: string, log: Log): void {
  const failed = (error: unknown) => {
    log.error({ alarm: 'upkeep_failed', err: error }, 'the upkeep of the database failed');
  };
  const timer = setInterval(() => {
    if (dataSource.isInitialized) dataSource.query(upkeep).catch(failed);
    else clearInterval(timer);
  }, UPKEEP_EVERY_MS);
  timer.unref();
}

function dataSourceOf(options: PostgresOptions): DataSource {
  const role = roleOf(options.service);
  return new DataSource({
    type: 'postgres',
    url: withLogin(options.url, role, options.password),
    schema: role,
    namingStrategy: new SnakeCase(),
    entities: options.tables as unknown as EntitySchema[],
    migrations: [TurnTables1700000000000, ...options.migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    poolErrorHandler: (error: unknown) => options.log.warn({ err: error }, 'idle database connection lost'),
    applicationName: options.service,
    extra: {
      Client: ServiceClient,
      max: options.maxConnections ?? 4,
      pipeline: true,
      connectionTimeoutMillis: POOL_WAIT_MS_MAX,
      query_timeout: MIGRATION_MS_MAX,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
      options: serverOptions(role),
      types: { getTypeParser },
    },
  });
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return parseInteger;
  return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format as 'text');
}

function withLogin(url: string, role: string, password: string | undefined): string {
  const full = new URL(url);
  if (full.username === '') full.username = role;
  if (password !== undefined) full.password = encodeURIComponent(password);
  return full.href;
}

async function migrate(dataSource: DataSource, log: Log): Promise<void> {
  const guard = dataSource.createQueryRunner();
  try {
    await guard.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const done = await dataSource.runMigrations();
    if (done.length > 0)
      log.info({ migrations: done.map(({ name }) => name) }, 'database schema brought up to date');
  } finally {
    await guard.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
    await guard.release();
  }
}
