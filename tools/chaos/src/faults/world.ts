import { createStreams } from '@exchange/platform';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../../../kit/random';
import type { DeskPlace } from '../../../kit/operator/sign-in';
import type { LaunchedExchange } from '../../../kit/running/launched-exchange';
import { portsFrom } from '../../../kit/running/ports';
import { type NamedProcess, startedProcesses } from '../../../kit/running/processes';
import { brokerOf } from '../../../kit/running/record-place';
import { secretOf } from '../../../kit/running/running-exchange';
import type { Proxy } from '../clients/proxy';
import type { StepClock } from './step-clock';
import type { Volume } from './volume';

/** As the launcher has it. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024;

/** Longer than it ever took one that doesn't hang. */
const BROKER_MS_MAX = 8_000;

/** What faults act on. */
export class FaultWorld {
  readonly exchange: LaunchedExchange;
  readonly random: Random;
  readonly proxies: readonly Proxy[];
  readonly clock: StepClock;
  /** Where all data lies, if that can be filled without harm to others. */
  readonly volume: Volume | undefined;

  constructor(
    exchange: LaunchedExchange,
    random: Random,
    parts: { proxies: readonly Proxy[]; clock: StepClock; volume: Volume | undefined },
  ) {
    this.exchange = exchange;
    this.random = random;
    this.proxies = parts.proxies;
    this.clock = parts.clock;
    this.volume = parts.volume;
  }

  /** Everything that runs, as the launcher knows it now. */
  processes(): readonly NamedProcess[] {
    return startedProcesses(this.exchange.folder);
  }

  process(name: string): NamedProcess | undefined {
    return this.processes().find((one) => one.name === name);
  }

  /** The processes of services, without the servers that they stand on. */
  services(): readonly NamedProcess[] {
    const names = new Set(this.exchange.endpoints.processes.map(({ name }) => name));
    return this.processes().filter(({ name }) => names.has(name));
  }

  /** Throws when it has ended by itself meanwhile. */
  signal({ pid }: NamedProcess, signal: NodeJS.Signals): void {
    process.kill(pid, signal);
  }

  /** Whether the accounts are shared among several processes. */
  get hasGroups(): boolean {
    return this.exchange.endpoints.processes.filter(({ app }) => app === 'account-service').length > 1;
  }

  /** The operators' desk. */
  get desk(): DeskPlace {
    return deskOf(this.exchange);
  }

  /** Ends every session of the database but our own; how many there were. */
  async endDatabaseSessions(): Promise<number> {
    const { postgres } = portsFrom(this.exchange.base);
    const password = secretOf(process.env, this.exchange.folder, 'database administrator') ?? '';
    const url = `postgres://postgres:${password}@127.0.0.1:${postgres}/exchange`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const ended = await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    await client.end();
    return ended.rowCount ?? 0;
  }

  /** Whether a process has ended within so many ms. */
  async hasEnded({ name, pid }: NamedProcess, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    while (this.process(name)?.pid === pid) {
      if (performance.now() > end) return false;
      await delay(50);
    }
    return true;
  }

  /** Whether the broker's streams answer within some seconds. */
  async brokerStores(): Promise<boolean> {
    const late = delay(BROKER_MS_MAX, false, { ref: false });
    const stores = this.#makeStreams().then(
      () => true,
      () => false,
    );
    return Promise.race([stores, late]);
  }

  /** Kills the broker, takes away all that it stored, and makes the streams anew, as an operator does. */
  async wipeBroker(): Promise<void> {
    const { folder } = this.exchange;
    const stored = path.join(folder, 'nats');
    const gone = `${stored}.gone`;
    const broker = this.process('nats');
    // Before the launcher has started the next one.
    if (broker !== undefined) this.signal(broker, 'SIGKILL');
    renameSync(stored, gone);
    rmSync(gone, { recursive: true, force: true });
    await this.#makeStreams();
  }

  async #makeStreams(): Promise<void> {
    const { host, password } = new URL(brokerOf(process.env, this.exchange.folder));
    await createStreams({ url: `nats://${host}`, password, maxBytes: STREAM_BYTES_MAX });
  }
}

/** The desk of an exchange. */
export const deskOf = ({ base, folder }: LaunchedExchange): DeskPlace => ({
  url: `http://127.0.0.1:${portsFrom(base).operator}`,
  folder,
});
