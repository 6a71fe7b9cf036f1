import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { appEnvironment, SECOND_WS_GATEWAY } from '../../tools/launcher/src/settings/app-environment';
import type { LocalDeployment } from '../../tools/kit/chain/deploy';
import type { Endpoints } from '../../tools/kit/running/endpoints';
import { postgresHomes } from '../../tools/launcher/src/database/postgres-place';
import { openDataFolder } from '../../tools/launcher/src/settings/data-folder';
import { portsFrom } from '../../tools/kit/running/ports';
import { openSecrets } from '../../tools/launcher/src/settings/secrets';
import { until } from './until';

const root = path.resolve(import.meta.dirname, '../..');
const PORTS = 13;
const START_MS_MAX = 120_000;
const RECOVERY_MS_MAX = 45_000;

/** A program that a test started: its output so far, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The first of as many free ports in a row as the exchange needs. */
async function freePorts(): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(Array.from({ length: PORTS }, (_, offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

/** The whole exchange as `npm start` runs it, in a data folder and on ports of its own. */
export class RunningExchange {
  readonly folder: string;
  readonly #base: number;
  #launcher: Running | undefined;

  private constructor(folder: string, base: number) {
    this.folder = folder;
    this.#base = base;
  }

  static async create(): Promise<RunningExchange> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-e2e-'));
    // Postgres may run as another user, who must be able to pass.
    chmodSync(folder, 0o755);
    return new RunningExchange(folder, await freePorts());
  }

  get endpoints(): Endpoints {
    return JSON.parse(readFileSync(path.join(this.folder, 'endpoints.json'), 'utf8')) as Endpoints;
  }

  /** Resolves at the line `exchange ready`. `more`: settings of its processes. */
  async start(more: NodeJS.ProcessEnv = {}): Promise<void> {
    const launcher = this.run(['tools/start.mjs'], more);
    this.#launcher = launcher;
    const failed = launcher.ended.then((code) => {
      throw new Error(`the exchange ended with code ${code}:\n${launcher.output()}`);
    });
    const ready = until('the line "exchange ready"', START_MS_MAX, () =>
      launcher.output().includes('exchange ready'),
    );
    failed.catch(() => undefined);
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
      for (const home of postgresHomes(openDataFolder(this.folder)))
        rmSync(home, { recursive: true, force: true });
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /** Forgets all that the stopped broker stored. */
  forgetBroker(): void {
    rmSync(path.join(this.folder, 'nats'), { recursive: true });
  }

  /** Kills an app as a power cut would, and waits until the launcher's next one says that it is ready. */
  async killAndRecover(name: string): Promise<void> {
    const killed = this.pidOf(name);
    process.kill(killed, 'SIGKILL');
    await until(`${name} to be ready again`, RECOVERY_MS_MAX, async () => {
      const pid = this.#runningPid(name);
      return pid !== undefined && pid !== killed && (await this.#isReady(name));
    });
  }

  /** The process of that name (`ws-gateway`, `ws-gateway-1`) as it runs now. */
  pidOf(name: string): number {
    const pid = this.#runningPid(name);
    if (pid === undefined) throw new Error(`${name} doesn't run`);
    return pid;
  }

  /** Runs a script of the repository with this exchange's data folder. */
  run(args: readonly string[], more: NodeJS.ProcessEnv = {}): Running {
    const env = {
      ...process.env,
      EXCHANGE_DATA_DIR: this.folder,
      EXCHANGE_PORT_BASE: String(this.#base),
      NODE_OPTIONS: '',
      ...more,
    };
    const child = spawn(process.execPath, [...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

  /** One more ws-gateway in a process, on ports and as a user of the broker of its own. `ws`: its root. */
  async secondWsGateway(): Promise<Running & { readonly ws: string }> {
    const folder = openDataFolder(this.folder);
    const own = { app: 'ws-gateway', name: SECOND_WS_GATEWAY, internalPort: 0, publicPort: 0 } as const;
    const environment = appEnvironment(own, {
      ports: portsFrom(this.#base),
      secrets: openSecrets(folder),
      databaseUrl: '',
      natsUrl: this.operator.natsUrl,
      chainUrl: this.endpoints.rpc,
      deployment: folder.read('deployment.json') as LocalDeployment,
    });
    const gateway = this.run(['dist/apps/ws-gateway/main.js'], {
      ...environment,
      NODE_OPTIONS: '',
    });
    const url = () => /"url":"http:([^"]+)","msg":"public port open"/.exec(gateway.output())?.[1];
    await until('the second ws-gateway', RECOVERY_MS_MAX, () => url() !== undefined);
    return { ...gateway, ws: `ws:${url()}` };
  }

  get databaseAdminUrl(): string {
    const { postgres } = portsFrom(this.#base);
    return `postgres://postgres:${this.#secret('database administrator')}@127.0.0.1:${postgres}/exchange`;
  }

  /** The broker as the operator uses it. */
  get operator(): { readonly natsUrl: string; readonly password: string } {
    const { nats } = portsFrom(this.#base);
    return { natsUrl: `nats://127.0.0.1:${nats}`, password: this.#secret('nats operator') };
  }

  #secret(name: string): string {
    const text = readFileSync(path.join(this.folder, 'secrets.json'), 'utf8');
    return (JSON.parse(text) as Record<string, string>)[name] ?? '';
  }

  #runningPid(wanted: string): number | undefined {
    const processes = JSON.parse(readFileSync(path.join(this.folder, 'processes.json'), 'utf8')) as {
      pid: number;
      name: string;
    }[];
    return processes.find(({ name }) => name === wanted)?.pid;
  }

  async #isReady(wanted: string): Promise<boolean> {
    const process = this.endpoints.processes.find(({ name }) => name === wanted);
    try {
      const response = await fetch(process?.health ?? '');
      return response.ok;
    } catch {
      // Nobody listens yet.
      return false;
    }
  }
}
