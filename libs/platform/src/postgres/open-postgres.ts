import type { ServiceName } from '@exchange/contract/bus';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { Log } from '../ports';
import { parseInteger, snakeCase } from '../tables';
import { PostgresDatabase } from './postgres-database';
import { roleOf } from './service-schemas';
import { TurnTables1700000000000 } from './turn-tables';

const INT8 = 20;
const QUERY_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
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
  readonly log: Log;
  readonly maxConnections?: number;
  /** The writer that this process is; one schema may have several, each with its own subjects and rows. */
  readonly writer?: string | undefined;
}

class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snakeCase(property);
  }
}

/** Connects as the service's role to its schema, and brings the schema up to date. */
export async function openPostgres(options: PostgresOptions): Promise<PostgresDatabase> {
  const role = roleOf(options.service);
  const dataSource = new DataSource({
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
      max: options.maxConnections ?? 4,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      options: `-c search_path=${role}`,
      types: { getTypeParser },
    },
  });
  await dataSource.initialize();
  await migrate(dataSource, options.log);
  return new PostgresDatabase(dataSource, options.writer);
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
