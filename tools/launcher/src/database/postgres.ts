import { execFile } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Program } from '../process/child';
import { until } from '../../../kit/until';
import type { PostgresPlace } from './postgres-place';

const ADMIN = 'postgres';
const DATABASE = 'exchange';
const READY_MS_MAX = 30_000;

/** The libraries that go with the binaries are found beside them, so nothing of the environment is needed. */
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Makes the cluster if there is none. An interrupted attempt leaves nothing that counts. */
export async function initialisePostgres(place: PostgresPlace, password: string): Promise<void> {
  const cluster = path.join(place.home, 'data');
  if (existsSync(cluster)) return;
  const draft = path.join(place.home, 'data.new');
  const passwordFile = path.join(place.home, 'password');
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  try {
    const options = [
      `--pgdata=${draft}`,
      `--username=${ADMIN}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ];
    await promisify(execFile)(place.initdb, options, { cwd: '/', env: ENVIRONMENT, ...place.runAs });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster);
}

export function postgresProgram(place: PostgresPlace, port: number, logFile: string): Program {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
    max_wal_size: '512MB',
    log_min_messages: 'warning',
  };
  return {
    name: 'postgres',
    command: place.postgres,
    args: [
      '-D',
      path.join(place.home, 'data'),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    env: ENVIRONMENT,
    logFile,
    // A "fast shutdown": sessions are ended, and the next start needs no recovery.
    stopSignal: 'SIGINT',
    stopMs: 15_000,
    ...place.runAs,
  };
}

async function query<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // An error of an idle connection is no news here: the next query tells of it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end();
  }
}

export const adminUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${ADMIN}:${password}@127.0.0.1:${port}/${database}`;

/** Waits until the server answers, and makes the exchange's database if it isn't there. */
export async function openDatabase(port: number, password: string): Promise<void> {
  let last = '';
  // Every part is tried again: on a busy machine any connection may take too long.
  await until(
    () =>
      query(adminUrl(port, password, 'postgres'), makeDatabase).catch((error: unknown) => {
        last = String(error);
        return undefined;
      }),
    { everyMs: 50, timeoutMs: READY_MS_MAX, failure: () => `Postgres doesn't answer: ${last}` },
  );
}

async function makeDatabase(client: pg.Client): Promise<true> {
  const there = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (there.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  return true;
}
