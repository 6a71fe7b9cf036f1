import type { Say } from '../../kit/command-line/say';
import { RestClient } from '@exchange/client';
import { createCrypto } from '@exchange/platform';
import { setTimeout as delay } from 'node:timers/promises';
import { loadKeys } from '../../kit/clients/accounts';
import { gather } from '../../kit/clients/crowd';
import { raiseAccounts } from '../../kit/listing/listing';
import { type Random, seededRandom } from '../../kit/random';
import type { LaunchedExchange } from '../../kit/running/launched-exchange';
import { until } from '../../kit/until';
import { ChaosClient } from './clients/chaos-client';
import { lostClaims } from './clients/lost-claims';
import { Proxy } from './clients/proxy';
import { TradingLoop } from './clients/trading-loop';
import { type ChaosFault, FAULTS } from './faults/kinds';
import { untilAllReady } from './faults/ready';
import type { StepClock } from './faults/step-clock';
import type { Volume } from './faults/volume';
import { deskOf, FaultWorld } from './faults/world';
import type { ChaosOptions } from './options';
import { Recoveries } from './recovery';
import { Settling } from './settlement/settling';
import type { TransactionStorm } from './settlement/transaction-storm';

const SERVED_MS_MAX = 60_000;
const SHOWN_MAX = 20;

/** Has the accounts deposit, over connections that end before anything bad happens. */
async function fund(exchange: LaunchedExchange, accounts: number): Promise<void> {
  const addresses = loadKeys(accounts).map(({ address }) => address);
  await raiseAccounts(deskOf(exchange), addresses);
  const { keccak256 } = await createCrypto();
  (await gather(exchange.endpoints, { accounts, connections: accounts }, keccak256)).close();
}

/** What comes next, as long as something does. */
function* faultsOf(
  world: FaultWorld,
  { seconds, everySeconds, only, plan }: ChaosOptions,
  settling: Settling | undefined,
): Generator<ChaosFault> {
  if (plan !== undefined) return yield* plan.faults(world, () => settling?.isEnough ?? true);
  const choices = FAULTS.filter(
    ({ kind, needsVolume, needsGroups }) =>
      (only === undefined || only.includes(kind)) &&
      (needsVolume !== true || world.volume !== undefined) &&
      (needsGroups !== true || world.hasGroups),
  ) as [ChaosFault, ...ChaosFault[]];
  const end = performance.now() + seconds * 1000;
  while (performance.now() + everySeconds * 1000 < end) yield world.random.pick(choices);
}

/** Causes one fault after the other, one every so many seconds. */
async function causeFaults(
  world: FaultWorld,
  options: ChaosOptions,
  parts: { readonly recoveries: Recoveries; readonly settling: Settling | undefined },
  say: Say,
): Promise<void> {
  const { recoveries, settling } = parts;
  for (const { kind, run } of faultsOf(world, options, settling)) {
    const next = delay(options.everySeconds * 1000);
    const from = performance.now();
    // A fault upon a fault may find nothing to act on: that is said, and the next one comes.
    const line = await run(world).then(
      (what) => recoveries.add({ kind, what, from, to: performance.now() }),
      (error: unknown) => recoveries.addImpossible(kind, String(error).split('\n')[0] ?? ''),
    );
    say(settling === undefined ? `  ${line}` : `  ${line}; ${settling.progress()}`);
    await next;
  }
}

function clientsAt(
  proxies: readonly Proxy[],
  accounts: number,
  world: ConstructorParameters<typeof ChaosClient>[3],
): ChaosClient[] {
  const first = Date.now() * 1000;
  return loadKeys(accounts).map((key, at) => {
    const proxy = proxies[Math.floor(at / 2) % proxies.length] as Proxy;
    // Far enough from each other's numbers for any run.
    return new ChaosClient(proxy.url, key, first + at * 10_000_000, world);
  });
}

/** Offers each account's order again and again until all are served. */
async function untilServed(clients: readonly ChaosClient[]): Promise<void> {
  await Promise.all(
    clients.map((client) =>
      until(
        async () => {
          const before = client.claims.orders.size;
          await client.place('maker', 'sell');
          return client.claims.orders.size > before ? true : undefined;
        },
        {
          everyMs: 250,
          timeoutMs: SERVED_MS_MAX,
          failure: () => `${client.address} isn't served ${SERVED_MS_MAX / 1000} s after the last fault`,
        },
      ),
    ),
  );
}

function tally(clients: readonly ChaosClient[]): string {
  const sum = (count: (client: ChaosClient) => number) =>
    clients.reduce((total, client) => total + count(client), 0);
  const refusals = new Map<string, number>();
  for (const { claims } of clients) {
    for (const [code, count] of claims.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count);
  }
  return (
    `acknowledged: ${sum(({ claims }) => claims.orders.size)} orders, ` +
    `${sum(({ claims }) => claims.canceled.size)} cancels, ` +
    `${sum(({ claims }) => claims.withdrawals.size)} withdrawals; ` +
    `refused or without outcome: ${[...refusals].map(([code, count]) => `${count} × ${code}`).join(', ') || 'none'}`
  );
}

/** Chaos at an exchange that runs. @returns whether everything that was acknowledged is there once, and each kind of fault was done */
export async function chaos(
  exchange: LaunchedExchange,
  options: ChaosOptions,
  parts: {
    readonly clock: StepClock;
    readonly volume: Volume | undefined;
    /** Before the chain, where transactions meet one. */
    readonly storm: TransactionStorm | undefined;
  },
  say: Say,
): Promise<boolean> {
  say(`${options.accounts} accounts come and deposit…`);
  await fund(exchange, options.accounts);
  const { endpoints } = exchange;
  const { keccak256: keccak } = await createCrypto();
  const listed = await new RestClient(endpoints.rest).listed();
  const random: Random = seededRandom(options.seed);
  const proxies = await Promise.all([...endpoints.gateways.ws, ...endpoints.gateways.ws].map(Proxy.open));
  const world = new FaultWorld(exchange, random, { proxies, ...parts });
  const { storm } = parts;
  const { plan } = options;
  const settling = storm && (await Settling.watch(exchange, storm, options.trades ?? 0));
  const recoveries = new Recoveries(options.accounts);
  const since = Date.now();
  const clients = clientsAt(proxies, options.accounts, {
    ...{ listed, keccak },
    accepted: (...order) => {
      recoveries.accepted(...order);
    },
  });
  try {
    const traders = new TradingLoop(clients, options.rate, seededRandom(options.seed + 1));
    void traders.run();
    await causeFaults(world, options, { recoveries, settling }, say);
    await settling?.calm();
    await untilAllReady(world);
    await traders.stop();
    await untilServed(clients);
    const settled = settling === undefined || (await settling.isSettledOnce(say));
    for (const line of plan === undefined || settling ? recoveries.table() : recoveries.list()) say(line);
    say(`${tally(clients)}; ${traders.leftOut} steps left out`);
    say(`offered ${options.rate} steps a second, ${traders.taken.toFixed(0)} a second were sent`);
    const { neverDone } = recoveries;
    if (neverDone.length > 0) say(`NEVER DONE: ${neverDone.join(', ')}`);
    const faults = (await Promise.all(clients.map((client) => lostClaims(client, since)))).flat();
    if (faults.length === 0)
      say('nothing lost: every acknowledged order, cancel and withdrawal is there once');
    else for (const line of [`LOST: ${faults.length}`, ...faults.slice(0, SHOWN_MAX)]) say(line);
    return settled && faults.length === 0 && neverDone.length === 0;
  } finally {
    for (const client of clients) client.close();
    for (const proxy of proxies) proxy.close();
    await settling?.close();
  }
}
