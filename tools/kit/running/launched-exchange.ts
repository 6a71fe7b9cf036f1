import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { until } from '../until';
import { ENDPOINTS_FILE, type Endpoints } from './endpoints';
import { postgresHomes } from './postgres-homes';
import { EXTRA_FROM } from './ports';

/** A first start on a busy machine; alone it takes half a minute. */
export const START_MS_MAX = 300_000;
const READY_LINE = 'exchange ready';

/** A program that was started: its output so far, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

/** What listens on the port of this machine from now on; undefined when the port is taken. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (server === undefined) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Those of every part, and of two dozen processes more. */
const PORTS = EXTRA_FROM + 24;
/** Below those that the system gives to connections. */
const BASES = { first: 20_000, count: 200, apart: PORTS + 1 };

/**
 * The first of as many free ports in a row as the exchange needs. The port behind them is listened on for as long as this
 * process lives: nobody else who looks for ports takes them before the exchange does.
 */
async function claimPorts(): Promise<number> {
  for (;;) {
    const base = BASES.first + BASES.apart * Math.floor(Math.random() * BASES.count);
    const claim = await listenOn(base + PORTS);
    if (claim === undefined) continue;
    const free = await Promise.all(Array.from({ length: PORTS }, (_, offset) => isFree(base + offset)));
    if (free.every(Boolean)) {
      claim.unref();
      return base;
    }
    claim.close();
  }
}

/** Where an exchange of its own is to live. */
export interface LaunchPlace {
  /** Root of the repository. */
  readonly root: string;
  /** The data folder, new and its own. */
  readonly folder: string;
  /** The first of its ports. */
  readonly base: number;
}

/** A new data folder and free ports. `prefix`: how the folder's name begins. */
export async function newPlace(root: string, prefix: string): Promise<LaunchPlace> {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  // Postgres may run as another user, who must be able to pass.
  chmodSync(folder, 0o755);
  return { root, folder, base: await claimPorts() };
}

/** The whole exchange as `npm start` runs it, in a data folder and on ports of its own. */
export class LaunchedExchange {
  readonly folder: string;
  readonly base: number;
  readonly #root: string;
  #launcher: Running | undefined;

  constructor({ root, folder, base }: LaunchPlace) {
    this.#root = root;
    this.folder = folder;
    this.base = base;
  }

  get endpoints(): Endpoints {
    return JSON.parse(readFileSync(path.join(this.folder, ENDPOINTS_FILE), 'utf8')) as Endpoints;
  }

  /** The process that started all others; undefined when it doesn't run. */
  get launcherPid(): number | undefined {
    return this.#launcher?.child.pid;
  }

  /** Resolves at the line `exchange ready`. `more`: settings of its processes; `options`: of npm start. */
  async start(more: NodeJS.ProcessEnv = {}, options: readonly string[] = []): Promise<void> {
    const launcher = this.run(['tools/start.mjs', ...options], more);
    // Who starts an exchange and fails leaves none behind.
    const leave = () => launcher.child.kill('SIGINT');
    process.once('exit', leave);
    void launcher.ended.then(() => process.off('exit', leave));
    this.#launcher = launcher;
    const failed = launcher.ended.then((code) => {
      throw new Error(`the exchange ended with code ${code}:\n${launcher.output()}`);
    });
    failed.catch(() => undefined);
    const ready = until(async () => (launcher.output().includes(READY_LINE) ? true : undefined), {
      everyMs: 50,
      timeoutMs: START_MS_MAX,
      failure: () => `no line "${READY_LINE}" within ${START_MS_MAX / 1000} s:\n${launcher.output()}`,
    });
    await Promise.race([ready, failed]);
  }

  /** Stops as Ctrl-C does; everything that was told before is on disk. */
  async stop(): Promise<void> {
    const launcher = this.#launcher;
    if (launcher === undefined) return;
    this.#launcher = undefined;
    launcher.child.kill('SIGINT');
    const code = await launcher.ended;
    if (code !== 0) throw new Error(`the exchange ended with code ${code}:\n${launcher.output()}`);
  }

  /** Stops and removes everything. */
  async destroy(): Promise<void> {
    try {
      await this.stop();
    } finally {
      for (const home of postgresHomes(this.folder)) rmSync(home, { recursive: true, force: true });
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /** Runs a script of the repository with this exchange's data folder. */
  run(args: readonly string[], more: NodeJS.ProcessEnv = {}): Running {
    const env = {
      ...process.env,
      EXCHANGE_DATA_DIR: this.folder,
      EXCHANGE_PORT_BASE: String(this.base),
      NODE_OPTIONS: '',
      ...more,
    };
    const child = spawn(process.execPath, [...args], {
      cwd: this.#root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, output: () => output, ended };
  }

  /** Runs a script to its end. */
  async finished(args: readonly string[]): Promise<{ code: number | null; output: string }> {
    const running = this.run(args);
    const code = await running.ended;
    return { code, output: running.output() };
  }
}
