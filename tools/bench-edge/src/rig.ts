import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  type BrokerRole,
  connectNats,
  createLog,
  createStreams,
  type NatsBus,
  natsServerConfig,
} from '@exchange/platform';
import { brokerPasswords } from '../../kit/services/records';
import { until } from '../../kit/until';
import { openBook } from './owners';

/** This file becomes part of dist/tools/bench-edge.js. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const PASSWORD = 'bench';
/** Every client of a bench comes from this machine. */
const RAISED = '127.0.0.0/8=1000000';
const WAIT = { everyMs: 20, timeoutMs: 20_000 };

type Gateway = 'ws-gateway' | 'rest-gateway';

/** A broker, owners in this process, and the real process of a gateway. */
export interface Rig {
  readonly account: NatsBus;
  readonly engine: NatsBus;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const stopping: (() => void)[] = [];
process.once('exit', () => {
  for (const stop of stopping) stop();
});

/** Runs a program until this process ends. */
function started<C extends ChildProcess>(child: C): C {
  stopping.push(() => child.kill('SIGKILL'));
  return child;
}

/** This tool again, as another program. */
export const startRole = (role: string, ...args: string[]): ChildProcess =>
  started(fork(process.argv[1] ?? '', [role, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));

/** The next message of a program. */
export const heard = <M>(child: ChildProcess): Promise<M> =>
  new Promise((resolve) => child.once('message', (message) => resolve(message as M)));

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const runScript = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [path.join(ROOT, script), ...args], { encoding: 'utf8' }).trim();

async function startBroker(folder: string): Promise<string> {
  const port = await freePort();
  const config = path.join(folder, 'nats.conf');
  const passwords = brokerPasswords(() => PASSWORD);
  writeFileSync(config, natsServerConfig({ port, storeDir: path.join(folder, 'nats'), passwords }));
  started(spawn(runScript('tools/nats-server.mjs'), ['-c', config], { stdio: 'ignore' }));
  const url = `nats://127.0.0.1:${port}`;
  await createStreams({ url, password: PASSWORD });
  return url;
}

/** Starts everything. `levels`: lines of each side of the book; `profile`: a folder for the gateway's CPU profile. */
export async function startRig(
  gateway: Gateway,
  { levels, profile }: { levels: number; profile?: string | undefined },
): Promise<Rig> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  runScript('tools/build/bundle.mjs', gateway);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-bench-'));
  stopping.push(() => rmSync(folder, { recursive: true, force: true }));
  const url = await startBroker(folder);
  const log = createLog('bench', 'fatal');
  const connect = (user: BrokerRole) => connectNats({ url, user, password: PASSWORD, log });
  const account = await connect('account-service');
  const [engine, data] = [await connect('matching-engine'), await connect('market-data')];
  await openBook({ account, data, levels });
  const [port, internalPort] = [await freePort(), await freePort()];
  const child = started(
    spawn(process.execPath, [...profiling, path.join(ROOT, 'dist/apps', gateway, 'main.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...{ PATH: process.env['PATH'], NATS_URL: url, NATS_USER: gateway, NATS_PASSWORD: PASSWORD },
        ...{ EXCHANGE_NAME: 'Exchange', CHAIN_ID: '31337', EXCHANGE_CONTRACT: `0x${'ee'.repeat(20)}` },
        ...{ WS_PORT: String(port), REST_PORT: String(port), INTERNAL_PORT: String(internalPort) },
        ...{ RAISED_ADDRESSES: RAISED, LOG_LEVEL: 'error', REST_REQUESTS_MAX: '100000000' },
      },
    }),
  );
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${internalPort}/health/ready`).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  };
  await until(ready, { ...WAIT, failure: () => `${gateway} did not become ready` });
  return {
    ...{ account, engine, port, pid: child.pid ?? 0 },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(profile === undefined ? 'SIGKILL' : 'SIGTERM');
      await ended;
    },
  };
}
