import { memoryStore } from '@exchange/core/matching';
import { naiveStore } from '@exchange/core/matching/oracle';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';
import { BOOKS, grow, type Growth, longestInsert } from './book-growth';
import { makeAllKinds, sharedPart } from './all-kinds';
import { type BenchedEngine, market, nothing, peer } from './engines';
import { type Flow, makeFlow } from './flow';
import { readLatency } from './read-latency';
import { soak } from './soak';
import { measure, type Measured } from './measure';

const USAGE = `npm run bench:matching [-- options]: how fast one market matches, beside nodejs-order-book in the same run

  --seed N    draws the flow (default 1)
  --steps N   so many steps after an opening of 20 000 orders (default 450000)
  --help      this text
`;
const OPENING = 20_000;
const WARM_UP = 60_000;
const LEAST_MEASURED = 100_000;
const SOAK = 10_000_000;

const shown = (value: number) => Math.round(value).toLocaleString('en-US').padStart(10);

function flowLine(name: string, { perSecond, percentiles }: Measured): string {
  return [name.padEnd(26), shown(perSecond), ...percentiles.map(shown)].join(' ');
}

function growthLine(name: string, { orders, levels, cancel, bytesPerOrder }: Growth): string {
  // What else is on the heap comes and goes by more than a small book takes.
  const bytes = orders < LEAST_MEASURED ? '-'.padStart(10) : shown(bytesPerOrder);
  return [name.padEnd(26), shown(orders), shown(levels), shown(cancel), bytes].join(' ');
}

type Run = readonly [name: string, create: () => BenchedEngine<never, unknown>];
const runOf = <P, A>(name: string, create: () => BenchedEngine<P, A>): Run => [name, create as never];

const NOTHING = runOf('empty operation', nothing);
const PEER = runOf('nodejs-order-book 10.1.1', peer);
const NAIVE = runOf('market, naive rules', () => market(naiveStore()));
const MARKET = runOf('market', () => market(memoryStore()));

/** Runs the flow on each and prints a line; an error unless all that can be compared is the same. */
function compareOn(title: string, flow: Flow, runs: readonly Run[]): ReadonlyMap<string, Measured> {
  console.log(`\n${title}: ${flow.steps.length} steps`);
  console.log(`${''.padEnd(26)}    steps/s     p50 ns     p99 ns   p99.9 ns`);
  const measured = new Map<string, Measured>();
  for (const [name, create] of runs) {
    const one = measure(create, flow);
    console.log(flowLine(name, one));
    if (name !== NOTHING[0]) measured.set(name, one);
  }
  const all = [...measured.values()];
  const hashes = new Set(all.flatMap(({ hash }) => hash ?? []));
  const fills = new Set(all.map(({ fills: filled }) => filled));
  if (hashes.size > 1 || fills.size > 1) throw new Error('the engines did not do the same');
  const trading = [...fills][0]?.split(' ').length ?? 0;
  console.log(`${trading} of the steps traded: the same orders in the same order, and hashes are equal`);
  return measured;
}

function printRatio(measured: ReadonlyMap<string, Measured>, [name]: Run): void {
  const [own, other] = [measured.get(name), measured.get(PEER[0])];
  if (own && other) console.log(`${name} / peer: ${(own.perSecond / other.perSecond).toFixed(1)}`);
}

function compareOnFlows(seed: number, steps: number): void {
  const warmUp = makeFlow(seed + 1, OPENING, WARM_UP);
  for (const [, create] of [NOTHING, PEER, MARKET]) measure(create, warmUp);
  const shared = makeFlow(seed, OPENING, steps);
  const title = `seed ${seed}, node ${process.version}, limit, cancel and cross among ${OPENING} orders and more`;
  const onShared = compareOn(title, shared, [NOTHING, PEER, NAIVE, MARKET]);
  for (const run of [MARKET, NAIVE]) printRatio(onShared, run);
  const kinds = makeAllKinds(seed, Math.floor(steps / 3));
  compareOn('all kinds of orders and commands', kinds, [NOTHING, NAIVE, MARKET]);
  const part = compareOn('of these, what the peer knows', sharedPart(kinds), [NOTHING, PEER, MARKET]);
  printRatio(part, MARKET);
}

function printFloor(): void {
  console.log('\none read of memory, each at the place that the one before says, ns:');
  for (const kilobytes of [16, 1_024, 16_384]) {
    console.log(`${shown(kilobytes)} KB ${readLatency(kilobytes).toFixed(1).padStart(8)}`);
  }
}

function printSoak(): void {
  console.log(`\n${SOAK.toLocaleString('en-US')} orders placed and canceled: bytes in use`);
  for (const { placed, bytes } of soak(SOAK)) console.log(`${shown(placed)} ${shown(bytes)}`);
}

function compareGrowth(): void {
  console.log(`\n${''.padEnd(26)}     orders     levels  cancel ns   B/order`);
  for (const [name, create] of Object.entries(BOOKS)) {
    // A cancel of the naive book walks its level: a million would take minutes.
    const sizes = name === 'naive book' ? [1_000, 100_000] : [1_000, 100_000, 1_000_000, 1_200_000];
    grow(create, 10_000, 1_000);
    for (const levels of [1_000, 1]) {
      for (const orders of sizes) console.log(growthLine(name, grow(create, orders, levels)));
    }
  }
  const longest = longestInsert(BOOKS['book in memory'], 1_000_000, 1_000);
  console.log(
    `book in memory: the longest insert on the way to 1,000,000 orders took ${longest.toFixed(1)} ms`,
  );
}

await runTool(USAGE, async (args) => {
  const { seed = '1', steps = '450000' } = readFlags(['seed', 'steps'], args, USAGE);
  const whole = (flag: string, text: string) => wholeNumber(flag, text, [1, 999_999_999], USAGE);
  compareOnFlows(whole('seed', seed), whole('steps', steps));
  printFloor();
  compareGrowth();
  printSoak();
});
