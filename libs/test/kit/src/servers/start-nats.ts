import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createStreams, type NatsUser, natsServerConfig } from '@exchange/platform';
import { freePort } from './free-port';
import { TEST_PASSWORD } from './start-postgres';

export interface TestNats {
  readonly url: string;
  /** The administrator, who creates streams. */
  readonly admin: { readonly url: string; readonly user: string; readonly password: string };
  /** Kills the server, and starts it again with or without what it stored. */
  restart(options: { wipe: boolean }): Promise<void>;
  /** The server stands still: its port takes connections and bytes, and nothing comes back. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 10_000;

/** A real nats-server with JetStream, the exchange's streams and these users (all with TEST_PASSWORD). */
export async function startNats(users: readonly Omit<NatsUser, 'password'>[]): Promise<TestNats> {
  const binary = natsServerBinary();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'exchange-nats-'));
  const storeDir = path.join(folder, 'jetstream');
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  const admin = { url, user: 'administrator', password: TEST_PASSWORD };
  const all = [...users, { name: admin.user, service: 'administrator' } as const];
  const logins = all.map((user) => ({ ...user, password: TEST_PASSWORD }));
  const file = path.join(folder, 'nats.conf');
  await writeFile(file, natsServerConfig({ port, storeDir, users: logins }));

  let server: ChildProcess;
  // A test run that is broken off must leave no server behind.
  process.once('exit', () => server.kill('SIGKILL'));
  const start = async () => {
    server = spawn(binary, ['-c', file], { stdio: 'ignore' });
    await listening(port);
    await createStreams(admin);
  };
  const kill = () =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
      server.kill('SIGKILL');
    });
  await start();
  return {
    url,
    admin,
    async restart({ wipe }) {
      await kill();
      if (wipe) await rm(storeDir, { recursive: true, force: true });
      await start();
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the workspace's own finder finds or installs. */
export function natsServerBinary(): string {
  const finder = 'tools/nats-server.mjs';
  let root = process.cwd();
  while (!existsSync(path.join(root, finder)) && root !== path.dirname(root)) root = path.dirname(root);
  return execFileSync(process.execPath, [path.join(root, finder)], { encoding: 'utf8' }).trim();
}

async function listening(port: number): Promise<void> {
  const until = Date.now() + START_WITHIN_MS;
  while (Date.now() < until) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nats-server did not start');
}
