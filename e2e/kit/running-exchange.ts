import type { ServiceName } from '@exchange/core/kernel';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { appEnvironment } from '../../tools/launcher/src/settings/app-environment';
import type { LocalDeployment } from '../../tools/kit/chain/deploy';
import {
  LaunchedExchange,
  newPlace,
  type Running,
  START_MS_MAX,
} from '../../tools/kit/running/launched-exchange';
import { portsFrom } from '../../tools/kit/running/ports';
import { startedProcesses } from '../../tools/kit/running/processes';
import { openDataFolder } from '../../tools/launcher/src/settings/data-folder';
import { PEOPLE_FILE } from '../../tools/kit/operator/people';
import type { DeskPlace } from '../../tools/kit/operator/sign-in';
import { plainKeys } from '../../tools/launcher/src/signer/operator-keys';
import type { AppProcess } from '../../tools/launcher/src/settings/processes';
import { openSecrets } from '../../tools/launcher/src/settings/secrets';
import { freePort } from '@exchange/test/kit';
import { until } from './until';

const root = path.resolve(import.meta.dirname, '../..');
const RECOVERY_MS_MAX = 45_000;
/** A case may start an exchange again, on a busy machine. */
export const CASE_MS_MAX = START_MS_MAX + 60_000;

/** Of a process of a service of which one is active. */
type Role = 'active' | 'standby';

/** A process that a test started beside those of the exchange. */
export interface BesideProcess extends Running {
  /** Whether it says that it has this role. */
  is(role: Role): Promise<boolean>;
}

/** What a process says of itself; undefined while it doesn't answer, as a frozen one. */
async function told(health: string): Promise<{ isReady: boolean; role?: Role } | undefined> {
  try {
    const response = await fetch(health, { signal: AbortSignal.timeout(1_000) });
    return { ...((await response.json()) as { role?: Role }), isReady: response.ok };
  } catch {
    return undefined;
  }
}

/** The whole exchange as `npm start` runs it, in a data folder and on ports of its own. */
export class RunningExchange extends LaunchedExchange {
  private constructor(
    place: Awaited<ReturnType<typeof newPlace>>,
    private readonly settings: NodeJS.ProcessEnv,
    private readonly options: readonly string[],
  ) {
    super(place);
  }

  /** `settings` and `options`: of every start of it. */
  static async create(
    settings: NodeJS.ProcessEnv = {},
    options: readonly string[] = [],
  ): Promise<RunningExchange> {
    return new RunningExchange(await newPlace(root, 'exchange-e2e-'), settings, options);
  }

  /**
   * Its chain is twice as fast as usual: most cases wait for blocks. It logs all that it can, since that is looked through for
   * secrets at the end.
   */
  override async start(more: NodeJS.ProcessEnv = {}): Promise<void> {
    await super.start({ CHAIN_BLOCK_MS: '500', LOG_LEVEL: 'debug', ...this.settings, ...more }, this.options);
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
      const pid = this.runningPid(name);
      return pid !== undefined && pid !== killed && (await this.#isReady(name));
    });
  }

  /** The process of that name (`ws-gateway`, `ws-gateway-1`) as it runs now. */
  pidOf(name: string): number {
    const pid = this.runningPid(name);
    if (pid === undefined) throw new Error(`${name} doesn't run`);
    return pid;
  }

  /** One more ws-gateway in a process, on ports of its own, of which nobody knew before. `ws`: its root. */
  async secondWsGateway(): Promise<Running & { readonly name: string; readonly ws: string }> {
    const own = { app: 'ws-gateway', name: 'ws-gateway-beside', internalPort: 0, publicPort: 0 } as const;
    const gateway = this.#runApp(own);
    const url = () => /"url":"http:([^"]+)","msg":"public port open"/.exec(gateway.output())?.[1];
    await until('the second ws-gateway', RECOVERY_MS_MAX, () => url() !== undefined);
    return { ...gateway, name: own.name, ws: `ws:${url()}` };
  }

  /** One more process of a service that has standbys; resolves when it says that it has this role. */
  async beside(app: ServiceName, role: Role): Promise<BesideProcess> {
    const internalPort = await freePort();
    const running = this.#runApp({ app, name: `${app}-beside`, internalPort, publicPort: undefined });
    const is = async (wanted: Role) =>
      (await told(`http://127.0.0.1:${internalPort}/health/ready`))?.role === wanted;
    await until(`${app} beside the other one`, RECOVERY_MS_MAX, () => is(role));
    return { ...running, is };
  }

  /** Whether the process of that name says that it has this role. */
  async is(name: string, role: Role): Promise<boolean> {
    return (await told(this.#healthOf(name)))?.role === role;
  }

  get databaseAdminUrl(): string {
    const { postgres } = portsFrom(this.base);
    return `postgres://postgres:${this.#secret('database administrator')}@127.0.0.1:${postgres}/exchange`;
  }

  /** The operators' desk. */
  get desk(): DeskPlace {
    return { url: `http://127.0.0.1:${portsFrom(this.base).operator}`, folder: this.folder };
  }

  #runApp(own: AppProcess): Running {
    const folder = openDataFolder(this.folder);
    const { nats, postgres } = portsFrom(this.base);
    const environment = appEnvironment(own, {
      ports: portsFrom(this.base),
      secrets: openSecrets(folder),
      processes: [own],
      peopleFile: folder.file(PEOPLE_FILE),
      databaseUrl: `postgres://127.0.0.1:${postgres}/exchange`,
      natsUrl: `nats://127.0.0.1:${nats}`,
      chainUrl: this.endpoints.rpc,
      deployment: folder.read('deployment.json') as LocalDeployment,
      keys: plainKeys,
      buildId: 'of a test',
    });
    return this.run([`dist/apps/${own.app}/main.js`], { ...environment, NODE_OPTIONS: '' });
  }

  #healthOf(wanted: string): string {
    return this.endpoints.processes.find(({ name }) => name === wanted)?.health ?? '';
  }

  #secret(name: string): string {
    const text = readFileSync(path.join(this.folder, 'secrets.json'), 'utf8');
    return (JSON.parse(text) as Record<string, string>)[name] ?? '';
  }

  /** The same; undefined when none runs. */
  runningPid(wanted: string): number | undefined {
    return startedProcesses(this.folder).find(({ name }) => name === wanted)?.pid;
  }

  async #isReady(wanted: string): Promise<boolean> {
    return (await told(this.#healthOf(wanted)))?.isReady === true;
  }
}
