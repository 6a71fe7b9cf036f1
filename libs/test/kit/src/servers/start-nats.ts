import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SERVICES } from '@exchange/core/kernel';
import { type BrokerRole, createStreams, natsServerConfig } from '@exchange/platform';
import { foundPrograms } from './found-programs';
import { freePort } from './free-port';
import { TEST_PASSWORD } from './start-postgres';

export interface TestNats {
  /** Of a cluster all servers, separated by commas. */
  readonly url: string;
  /** The addresses of its servers. */
  readonly urls: readonly string[];
  /** Kills all servers, and starts them again with or without what they stored. */
  restart(options: { wipe: boolean }): Promise<void>;
  /** The server stands still: its port takes connections and bytes, and nothing comes back. */
  freeze(): void;
  thaw(): void;
  /** Kills one server; `startServer` starts it again with what it stored. */
  killServer(index: number): Promise<void>;
  startServer(index: number): void;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 10_000;
const PASSWORDS = Object.fromEntries(
  [...SERVICES, 'administrator' as const].map((role): [BrokerRole, string] => [role, TEST_PASSWORD]),
);

/**
 * A real nats-server with JetStream and the exchange's streams, or several as a cluster; the password of all roles is
 * TEST_PASSWORD.
 */
export async function startNats({ servers = 1 }: { servers?: number } = {}): Promise<TestNats> {
  const binary = natsServerBinary();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'exchange-nats-'));
  const ports = await freePorts(servers);
  const clusterPorts = await freePorts(servers > 1 ? servers : 0);
  const urls = ports.map((port) => `nats://127.0.0.1:${port}`);
  const url = urls.join();
  const file = (index: number) => path.join(folder, `nats-${index}.conf`);
  const storeDir = (index: number) => path.join(folder, `jetstream-${index}`);
  for (const [index, port] of ports.entries()) {
    const routes = clusterPorts.map((other) => `nats://127.0.0.1:${other}`);
    const clusterPort = clusterPorts[index];
    const cluster = clusterPort && { serverName: `nats-${index}`, port: clusterPort, routes };
    const options = { port, storeDir: storeDir(index), passwords: PASSWORDS, cluster: cluster || undefined };
    await writeFile(file(index), natsServerConfig(options));
  }

  const running = new Map<number, ChildProcess>();
  // A test run that is broken off must leave no server behind.
  process.once('exit', () => {
    for (const server of running.values()) server.kill('SIGKILL');
  });
  const startServer = (index: number) =>
    void running.set(index, spawn(binary, ['-c', file(index)], { stdio: 'ignore' }));
  const start = async () => {
    for (const index of ports.keys()) startServer(index);
    await Promise.all(ports.map(listening));
    await createStreams({ url, password: TEST_PASSWORD, replicas: servers });
  };
  const kill = (index: number) =>
    new Promise<void>((resolve) => {
      const server = running.get(index);
      running.delete(index);
      if (server === undefined) resolve();
      server?.once('exit', () => resolve());
      server?.kill('SIGKILL');
    });
  const signalAll = (signal: NodeJS.Signals) => {
    for (const server of running.values()) server.kill(signal);
  };
  const killAll = () => Promise.all([...running.keys()].map(kill));
  await start();
  return {
    url,
    urls,
    async restart({ wipe }) {
      await killAll();
      const stored = wipe ? [...ports.keys()].map(storeDir) : [];
      for (const one of stored) await rm(one, { recursive: true, force: true });
      await start();
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    killServer: kill,
    startServer,
    async stop() {
      await killAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** What the workspace's own finder finds or installs. */
export const natsServerBinary = (): string => foundPrograms('tools/nats-server.mjs')[0] ?? '';

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
