import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { appEnvironment, SECOND_WS_GATEWAY } from '../../tools/launcher/src/settings/app-environment';
import type { LocalDeployment } from '../../tools/kit/chain/deploy';
import { LaunchedExchange, newPlace, type Running } from '../../tools/kit/running/launched-exchange';
import { portsFrom } from '../../tools/kit/running/ports';
import { startedProcesses } from '../../tools/kit/running/processes';
import { openDataFolder } from '../../tools/launcher/src/settings/data-folder';
import { openSecrets } from '../../tools/launcher/src/settings/secrets';
import { until } from './until';

const root = path.resolve(import.meta.dirname, '../..');
const RECOVERY_MS_MAX = 45_000;

/** The whole exchange as `npm start` runs it, in a data folder and on ports of its own. */
export class RunningExchange extends LaunchedExchange {
  static async create(): Promise<RunningExchange> {
    return new RunningExchange(await newPlace(root, 'exchange-e2e-'));
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

  /** One more ws-gateway in a process, on ports and as a user of the broker of its own. `ws`: its root. */
  async secondWsGateway(): Promise<Running & { readonly ws: string }> {
    const folder = openDataFolder(this.folder);
    const own = { app: 'ws-gateway', name: SECOND_WS_GATEWAY, internalPort: 0, publicPort: 0 } as const;
    const environment = appEnvironment(own, {
      ports: portsFrom(this.base),
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
    const { postgres } = portsFrom(this.base);
    return `postgres://postgres:${this.#secret('database administrator')}@127.0.0.1:${postgres}/exchange`;
  }

  /** The broker as the operator uses it. */
  get operator(): { readonly natsUrl: string; readonly password: string } {
    const { nats } = portsFrom(this.base);
    return { natsUrl: `nats://127.0.0.1:${nats}`, password: this.#secret('nats operator') };
  }

  #secret(name: string): string {
    const text = readFileSync(path.join(this.folder, 'secrets.json'), 'utf8');
    return (JSON.parse(text) as Record<string, string>)[name] ?? '';
  }

  #runningPid(wanted: string): number | undefined {
    return startedProcesses(this.folder).find(({ name }) => name === wanted)?.pid;
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
