import { isGateway, present, RECORD_KEEPERS } from '@exchange/core/kernel';
import { createServiceSchemas, createStreams } from '@exchange/platform';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { traderAddresses } from '../../kit/trading/trader-keys';
import { ADMINISTRATOR, brokerPasswords } from '../../kit/services/records';
import { appEnvironment, databasePassword, natsPassword, type AppDeps } from './settings/app-environment';
import { requireSameHistory } from './chain/chain-record';
import { chainProgram, keepChain, mineBlocks } from './chain/chain';
import { demoBarsBefore, NO_DEMO_BARS, requireDemoChain } from './chain/demo-chain';
import { closeChain, openChain } from '../../kit/chain/open-chain';
import { ChainState } from './chain/chain-state';
import { buildIdOf } from './settings/build-id';
import type { Program } from './process/child';
import type { DataFolder } from './settings/data-folder';
import { devAccounts } from '../../kit/chain/dev-keys';
import {
  addTestTokens,
  allowWithdrawalFees,
  type LocalDeployment,
  deploy,
  requireDeployed,
} from '../../kit/chain/deploy';
import { deployedIn, listerKey } from './chain/given-deployment';
import { ENDPOINTS_FILE, type Endpoints } from '../../kit/running/endpoints';
import { endpointsOf } from './settings/endpoints';
import { StartedProcesses } from './process/left-processes';
import { usingGiven } from './settings/given';
import {
  type Credentials,
  CREDENTIALS_FILE,
  newCredentials,
  PEOPLE_FILE,
  peopleOf,
} from '../../kit/operator/people';
import { listMarkets, raiseAccounts } from '../../kit/listing/listing';
import { showWarnings } from './process/log-file';
import { natsProgram } from './nats';
import { prometheusProgram, prometheusReady } from './prometheus';
import { adminUrl, initialisePostgres, openDatabase, postgresProgram } from './database/postgres';
import { postgresPlace } from './database/postgres-place';
import type { Progress } from './process/progress';
import { appReady, exchangeReady } from './process/readiness';
import { openSecrets, type Secrets } from './settings/secrets';
import { type AppProcess, processesOf, type ShownProcess, signerProcess } from './settings/processes';
import type { Settings } from './settings/settings';
import { type KeyEnvironment, plainKeys, givenKeys } from './signer/operator-keys';
import { prepareRemoteSigner } from './signer/remote-signer';
import { Supervised } from './process/supervised';

/** They may send as much as they like. */
const TRYING_ACCOUNTS = [...devAccounts.map(({ address }) => address), ...traderAddresses()];

/** Of each of the four logs; writers keep what a reader still lacks. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024;
const DEPLOYMENT_FILE = 'deployment.json';
/** Longer than the apps allow themselves. */
const APP_STOP_MS = 15_000;
/** The folder of all bundles; this file becomes part of one of them, dist/tools/launcher.js. */
const BUNDLES = path.resolve(import.meta.dirname, '..');

const RULES = path.resolve(BUNDLES, '../observability/rules');

const namesOf = (processes: readonly AppProcess[]): string[] => processes.map(({ name }) => name);

/** With keys that are given, whoever gave them has the signer. */
const hasSigner = ({ remoteSigner, deploymentFile }: Settings): boolean =>
  remoteSigner && deploymentFile === undefined;

/** In this order things stop: nothing goes before those who use it. */
const stopOrder = (processes: readonly AppProcess[]): readonly (readonly string[])[] => [
  ['demo', 'prometheus'],
  namesOf(processes.filter(({ app }) => isGateway(app))),
  namesOf(processes.filter(({ app }) => !isGateway(app))),
  ['signer'],
  ['chain'],
  ['nats'],
  ['postgres'],
];

/** The whole exchange on this machine, from one data folder. */
export class EmbeddedExchange {
  readonly #settings: Settings;
  readonly #processes: readonly AppProcess[];
  /** Those, and the remote signer if there is one. */
  readonly #shown: readonly ShownProcess[];
  readonly #folder: DataFolder;
  readonly #progress: Progress;
  readonly #secrets: Secrets;
  readonly #started: StartedProcesses;
  readonly #running = new Map<string, Supervised>();
  readonly #onStop: (() => void)[] = [];
  #stopping = false;
  #chainStopping = false;
  /** A new cluster in the making: it writes into the folder until it is done, so nothing ends before it. */
  #cluster: Promise<void> | undefined;

  constructor(settings: Settings, folder: DataFolder, progress: Progress) {
    this.#settings = settings;
    this.#processes = processesOf(settings.scale, settings.ports);
    this.#shown = [...this.#processes, ...(hasSigner(settings) ? [signerProcess(settings.ports)] : [])];
    this.#folder = folder;
    this.#progress = progress;
    this.#secrets = openSecrets(folder);
    this.#started = new StartedProcesses(folder);
  }

  /** Resolves when an order would be accepted. */
  async start(): Promise<Endpoints> {
    this.#forgetEndpoints();
    const [databaseUrl, natsUrl, { chainUrl, deployment }] = await Promise.all([
      this.#database(),
      this.#broker(),
      this.#chain(),
    ]);
    await this.#sameHistory(chainUrl);
    const demoBars = await demoBarsBefore(this.#folder, chainUrl, deployment);
    if (this.#settings.demo && demoBars === undefined) this.#progress.say(`  ${NO_DEMO_BARS}`);
    const { ports } = this.#settings;
    const buildId = buildIdOf(path.resolve(BUNDLES, '..'));
    const keys = await this.#keys(deployment, buildId);
    const peopleFile = this.#folder.file(PEOPLE_FILE);
    const deps = {
      ports,
      secrets: this.#secrets,
      processes: this.#shown,
      peopleFile,
      buildId,
      databaseUrl,
      natsUrl,
      chainUrl,
      ...(this.#settings.given.chain === undefined ? { publicRpcUrl: chainUrl } : {}),
      deployment,
      keys,
      ...(this.#settings.demo && demoBars !== undefined ? { demoBarsBefore: demoBars } : {}),
      webFolder: path.join(BUNDLES, 'apps/web'),
    };
    const places = { rpc: chainUrl, ...this.#prometheusUrl() };
    const endpoints = endpointsOf(this.#processes, this.#shown, places, deployment);
    this.#people();
    const desk = { url: present(endpoints.operator, 'desk'), folder: this.#folder.path };
    await Promise.all([
      ...this.#processes.map((own) => this.#progress.step(own.name, () => this.#app(own, deps))),
      this.#progress.step('markets', () => listMarkets(desk, deployment)),
      this.#progress.step('limits', () => raiseAccounts(desk, TRYING_ACCOUNTS)),
    ]);
    await this.#progress.step('first answers', () => exchangeReady(endpoints.gateways));
    // Not before: what is starting isn't alarming.
    if (endpoints.prometheus !== undefined) await this.#prometheus(endpoints.prometheus);
    this.#folder.save(ENDPOINTS_FILE, endpoints);
    for (const program of this.#running.values()) program.settled();
    // Not before: until all are there, services wait for each other and say so.
    for (const { name } of this.#processes) {
      this.#onStop.push(showWarnings(name, this.#log(name), this.#progress));
    }
    return endpoints;
  }

  /** Who may come to the desk: made once, since they are the same people after each start. */
  #people(): void {
    const known = this.#folder.read(CREDENTIALS_FILE) as Credentials[] | undefined;
    const credentials = known ?? newCredentials();
    if (known === undefined) this.#folder.save(CREDENTIALS_FILE, credentials);
    if (this.#folder.read(PEOPLE_FILE) === undefined) this.#folder.save(PEOPLE_FILE, peopleOf(credentials));
  }

  async startDemo(): Promise<void> {
    const env = { ...process.env, EXCHANGE_DATA_DIR: this.#folder.path };
    const program = this.#node('demo', 'tools/demo.js', env);
    await this.#run(program);
    this.#progress.say(`demo traders come; what they do: ${program.logFile}`);
  }

  /** Stops everything in order; what is being started meanwhile is given up. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#forgetEndpoints();
    for (const end of this.#onStop) end();
    await Promise.allSettled([this.#cluster]);
    for (const group of stopOrder(this.#processes)) {
      // Its last state is its own to leave.
      this.#chainStopping ||= group.includes('chain');
      await Promise.all(
        group.map(async (name) => {
          await this.#running.get(name)?.stop();
        }),
      );
    }
  }

  /** Ends everything at once. The next start recovers. */
  kill(): void {
    this.#stopping = true;
    this.#chainStopping = true;
    for (const program of this.#running.values()) program.kill();
  }

  async #run(program: Program): Promise<Supervised> {
    if (this.#stopping) throw new Error('stopped while starting');
    const supervised = new Supervised(program, this.#started, this.#progress);
    this.#running.set(program.name, supervised);
    await supervised.start();
    return supervised;
  }

  /** The file is there while the exchange is. */
  #forgetEndpoints(): void {
    rmSync(this.#folder.file(ENDPOINTS_FILE), { force: true });
  }

  #log(name: string): string {
    return this.#folder.file('logs', `${name}.log`);
  }

  #node(name: string, bundle: string, env: NodeJS.ProcessEnv): Program {
    return {
      name,
      command: process.execPath,
      // Without source maps: the first error would stop everything for a second (docs/decisions, bundles).
      args: [path.join(BUNDLES, bundle)],
      env,
      logFile: this.#log(name),
      stopSignal: 'SIGTERM',
      stopMs: APP_STOP_MS,
    };
  }

  async #app(own: AppProcess, deps: AppDeps): Promise<void> {
    const program = this.#node(own.name, `apps/${own.app}/main.js`, appEnvironment(own, deps));
    const supervised = await this.#run(program);
    await Promise.race([appReady(own), supervised.hopeless]);
  }

  /** Where the services have their keys from. */
  async #keys(deployment: LocalDeployment, buildId: string): Promise<KeyEnvironment> {
    const { ports, deploymentFile } = this.#settings;
    if (deploymentFile !== undefined) return givenKeys;
    if (!hasSigner(this.#settings)) return plainKeys;
    const own = { folder: this.#folder, secrets: this.#secrets, ports, deployment, buildId };
    return this.#progress.step('remote signer', async () => {
      const { env, keys } = await prepareRemoteSigner(own);
      const supervised = await this.#run(this.#node('signer', 'tools/signer.js', env));
      await Promise.race([appReady(signerProcess(ports)), supervised.hopeless]);
      return keys;
    });
  }

  #prometheusUrl(): Pick<Endpoints, 'prometheus'> {
    const { observe, ports } = this.#settings;
    return observe ? { prometheus: `http://127.0.0.1:${ports.prometheus}` } : {};
  }

  async #prometheus(url: string): Promise<void> {
    const { ports, prometheus: binary, rules = RULES } = this.#settings;
    if (binary === undefined) throw new Error('PROMETHEUS names no prometheus; npm start finds one.');
    await this.#progress.step('Prometheus', async () => {
      const own = { folder: this.#folder, binary, port: ports.prometheus, processes: this.#shown };
      const supervised = await this.#run(
        prometheusProgram({ ...own, rules, logFile: this.#log('prometheus') }),
      );
      await Promise.race([prometheusReady(url), supervised.hopeless]);
    });
  }

  #adminUrl(): string {
    const { given, ports } = this.#settings;
    return given.database ?? adminUrl(ports.postgres, this.#secrets.of('database administrator'));
  }

  async #sameHistory(chainUrl: string): Promise<void> {
    const provider = await openChain(chainUrl);
    try {
      await requireSameHistory(this.#adminUrl(), provider);
    } finally {
      await closeChain(provider);
    }
  }

  /** The database's URL without a user. */
  async #database(): Promise<string> {
    const { given } = this.#settings;
    const password = this.#secrets.of('database administrator');
    const admin = this.#adminUrl();
    if (given.database === undefined) await this.#progress.step('Postgres', () => this.#postgres(password));
    const services = RECORD_KEEPERS.map((service) => ({
      service,
      password: databasePassword(this.#secrets, service),
    }));
    const auditorPassword = databasePassword(this.#secrets, 'auditor');
    const archivistPassword = databasePassword(this.#secrets, 'archivist');
    const createAll = () => createServiceSchemas(admin, { services, auditorPassword, archivistPassword });
    await this.#progress.step('schemas', () =>
      given.database === undefined ? createAll() : usingGiven('DATABASE_URL', createAll),
    );
    const url = new URL(admin);
    url.username = '';
    url.password = '';
    return url.href;
  }

  async #postgres(password: string): Promise<void> {
    const place = postgresPlace(this.#folder);
    if (place.notice !== undefined) this.#progress.say(`  Postgres: ${place.notice}`);
    const { postgres: port } = this.#settings.ports;
    this.#cluster = initialisePostgres(place, password);
    await this.#cluster;
    const supervised = await this.#run(postgresProgram(place, port, this.#log('postgres')));
    await Promise.race([openDatabase(port, password), supervised.hopeless]);
  }

  async #broker(): Promise<string> {
    const { given, ports, natsServer } = this.#settings;
    const url = given.nats ?? `nats://127.0.0.1:${ports.nats}`;
    const password = natsPassword(this.#secrets, ADMINISTRATOR);
    const createAll = () => createStreams({ url, password, maxBytes: STREAM_BYTES_MAX });
    if (given.nats !== undefined) {
      await this.#progress.step('streams', () => usingGiven('NATS_URL', createAll));
      return url;
    }
    if (natsServer === undefined) throw new Error('NATS_SERVER names no nats-server; npm start finds one.');
    await this.#progress.step('NATS', async () => {
      const passwords = brokerPasswords((role) => natsPassword(this.#secrets, role));
      const options = { folder: this.#folder, binary: natsServer, port: ports.nats, passwords };
      const supervised = await this.#run(natsProgram({ ...options, logFile: this.#log('nats') }));
      await Promise.race([createAll(), supervised.hopeless]);
    });
    return url;
  }

  async #chain(): Promise<{ chainUrl: string; deployment: LocalDeployment }> {
    const { given, ports } = this.#settings;
    const chainUrl = given.chain ?? `http://127.0.0.1:${ports.chain}`;
    if (given.chain !== undefined) {
      await usingGiven('CHAIN_URL', async () => {
        await closeChain(await openChain(chainUrl));
      });
    }
    const remembered = this.#folder.read(DEPLOYMENT_FILE) as LocalDeployment | undefined;
    if (given.chain === undefined) {
      await this.#progress.step('chain', () => this.#anvil(chainUrl, remembered !== undefined));
    }
    const deployment = await this.#progress.step(
      'contract and tokens',
      () => this.#deployment(chainUrl, remembered),
      ({ contract }) => contract,
    );
    return { chainUrl, deployment };
  }

  async #anvil(url: string, remembered: boolean): Promise<void> {
    // A chain on which a start was interrupted before it was remembered is begun anew.
    const state = new ChainState(this.#folder, this.#settings.blockMs);
    if (!remembered) state.forget();
    const program = chainProgram(state, this.#settings.ports.chain, this.#log('chain'));
    const supervised = await this.#run(program);
    const answers = async () => {
      await closeChain(await Promise.race([openChain(url), supervised.hopeless]));
    };
    await answers();
    const stopped = () => this.#chainStopping;
    void mineBlocks(url, state, stopped);
    void keepChain(state, url, {
      stopped,
      failed: (error) => {
        this.#progress.warn('chain', `its state can't be saved: ${String(error)}`);
      },
      beginAgain: async () => {
        await supervised.beginAgain();
        await answers();
      },
    });
  }

  async #deployment(url: string, remembered: LocalDeployment | undefined): Promise<LocalDeployment> {
    const { deploymentFile: file } = this.#settings;
    const exchange = file === undefined ? undefined : deployedIn(file);
    const name = exchange?.name ?? this.#settings.name;
    const provider = await openChain(url);
    try {
      if (this.#settings.demo) requireDemoChain(Number((await provider.getNetwork()).chainId));
      if (remembered !== undefined) {
        await requireDeployed(provider, remembered, name);
        if (exchange !== undefined) return remembered;
        // An earlier release set none.
        await allowWithdrawalFees(provider, remembered.contract, remembered.tokens);
        return remembered;
      }
      const deployment = exchange
        ? await addTestTokens(provider, exchange, await listerKey(process.env))
        : await deploy(provider, name);
      this.#folder.save(DEPLOYMENT_FILE, deployment);
      return deployment;
    } finally {
      await closeChain(provider);
    }
  }
}
