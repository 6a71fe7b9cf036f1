import type { Say } from '../../kit/command-line/say';
import { RestClient } from '@exchange/client';
import { createCrypto } from '@exchange/platform';
import type { Listed, ListedMarket } from '@exchange/core/wire';
import { raiseAccounts } from '../../kit/listing/listing';
import { until } from '../../kit/until';
import { loadKeys, MARKET } from '../../kit/clients/accounts';
import { clear, type Crowd, gather } from '../../kit/clients/crowd';
import { allSettled } from './exchange/frozen-settlement';
import type { Target } from './exchange/target';
import { runFloor } from './floor/floor';
import type { Written } from './floor/parts';
import { writtenPer, writtenSoFar } from './floor/written';
import { type LoadStep, plan, type Shape } from './plan/plan';
import { findLost, type Lost } from './report/lost';
import { load, type LoadRun } from './run/load';
import type { Pace } from './run/pace';

const EMPTY_MS_MAX = 5_000;
/** A history may lack for a moment what was told just now. */
const LOST_TRIES = 4;

/** What came of a load. */
export interface LoadResult extends LoadRun {
  readonly lost: Lost;
  readonly steps: readonly LoadStep[];
  readonly shape: Shape;
  /** What the exchange wrote for each accepted order. */
  readonly written: Written;
}

/** A crowd at an exchange, which can offer it one load after the other. */
export class LoadSession {
  readonly target: Target;
  readonly #accounts: number;
  readonly #crowd: Crowd;
  readonly #listed: Listed<ListedMarket>;
  readonly #say: Say;

  private constructor(
    target: Target,
    accounts: number,
    crowd: Crowd,
    listed: Listed<ListedMarket>,
    say: Say,
  ) {
    this.target = target;
    this.#accounts = accounts;
    this.#crowd = crowd;
    this.#listed = listed;
    this.#say = say;
  }

  /** Has the accounts come and deposit. Throws when the book of their market isn't empty: they would meet others. */
  static async open(
    target: Target,
    { accounts, connections }: { accounts: number; connections: number },
    say: Say,
  ): Promise<LoadSession> {
    const addresses = loadKeys(accounts).map(({ address }) => address);
    await raiseAccounts(target.desk, addresses);
    say(`${accounts} accounts with ${connections} connections come and deposit…`);
    const { keccak256 } = await createCrypto();
    const crowd = await gather(target.endpoints, { accounts, connections }, keccak256);
    const rest = new RestClient(target.endpoints.rest);
    try {
      await until(async () => ((await rest.orderBook(MARKET)).length === 0 ? true : undefined), {
        everyMs: 200,
        timeoutMs: EMPTY_MS_MAX,
        failure: () =>
          `There are orders of others in the book of ${MARKET}, which a load would meet. Let it start an exchange of ` +
          'its own (without --data-dir), or start one without --demo in a new folder.',
      });
      return new LoadSession(target, accounts, crowd, await rest.listed(), say);
    } catch (error) {
      crowd.close();
      throw error;
    }
  }

  /** Signs a load, offers it, and compares what was told with the histories. */
  async run(shape: Shape, pace: Pace, warmMs: number): Promise<LoadResult> {
    this.#say(`signing ${shape.orders} orders…`);
    const { config, clients } = this.#crowd;
    const since = Date.now();
    const steps = plan(shape, clients, { config, listed: this.#listed, first: since * 1000 });
    const before = await writtenSoFar(this.target.folder);
    const run = await load(this.target, clients, { steps, pace, warmMs }, this.#say);
    const accepted = run.record.count('accepted', 'orders');
    const written = writtenPer(Math.max(1, accepted), before, await writtenSoFar(this.target.folder));
    const owners = clients.slice(0, this.#accounts);
    let lost = await findLost(owners, run.record, since);
    for (let tries = 1; lost.faults.length > 0 && tries < LOST_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      lost = await findLost(owners, run.record, since);
    }
    await Promise.all(owners.map(clear));
    return { ...run, lost, steps, shape, written };
  }

  /** Has the bare floor carry out the orders of a load, and write what the exchange wrote for them. */
  floor({ steps, shape, written }: LoadResult, pace: Pace, warmMs: number): Promise<LoadRun> {
    const { name, chainId, contractAddress: contract } = this.#crowd.config;
    const settings = { domain: { name, chainId, contract }, written, crossing: shape.crossing };
    return runFloor(this.target, steps, settings, { pace, warmMs }, this.#say);
  }

  /** Waits until all trades are final. @returns how long that took, ms */
  allSettled(): Promise<number> {
    return allSettled(this.#crowd.clients.slice(0, this.#accounts));
  }

  close(): void {
    this.#crowd.close();
  }
}
