import { fastBook, naiveBook } from '@exchange/core/matching';
import { BOOKS, grow, type Growth, longestInsert } from './book-growth';
import { market, nothing, packedMarket, peer } from './engines';
import { makeFlow } from './flow';
import { measure, type Measured } from './measure';

const USAGE = `npm run bench:matching [-- options]: how fast one market matches, beside nodejs-order-book in the same run

  --seed N    draws the flow (default 1)
  --steps N   so many steps after an opening of 20 000 orders (default 450000)
  --help      this text
`;
const OPENING = 20_000;
const WARM_UP = 60_000;
const LEAST_MEASURED = 100_000;

const shown = (value: number) => Math.round(value).toLocaleString('en-US').padStart(10);

function flowLine(name: string, { perSecond, percentiles }: Measured): string {
  return [name.padEnd(26), shown(perSecond), ...percentiles.map(shown)].join(' ');
}

function growthLine(name: string, { orders, levels, cancel, bytesPerOrder }: Growth): string {
  // What else is on the heap comes and goes by more than a small book takes.
  const bytes = orders < LEAST_MEASURED ? '-'.padStart(10) : shown(bytesPerOrder);
  return [name.padEnd(26), shown(orders), shown(levels), shown(cancel), bytes].join(' ');
}

/** The flow on every engine; false when two filled different orders. */
function compareOnFlow(seed: number, steps: number): boolean {
  const flow = makeFlow(seed, OPENING, steps);
  console.log(
    `seed ${seed}: ${steps} steps, ${OPENING} to ${flow.resting} resting orders, node ${process.version}`,
  );
  console.log(`${''.padEnd(26)}    steps/s     p50 ns     p99 ns   p99.9 ns`);
  const warmUp = makeFlow(seed + 1, OPENING, WARM_UP);
  for (const create of [nothing, peer]) measure<never, unknown>(create as never, warmUp);
  measure(() => market(fastBook()), warmUp);
  measure(packedMarket, warmUp);
  const fills: string[][] = [[], [], [], []];
  const note = (index: number) => (filled: string) => {
    if (filled !== '') fills[index]?.push(filled);
  };
  console.log(flowLine('empty operation', measure(nothing, flow)));
  const other = measure(peer, flow, note(0));
  console.log(flowLine('nodejs-order-book 10.1.1', other));
  const naive = measure(() => market(naiveBook()), flow, note(1));
  console.log(flowLine('market, naive book', naive));
  const fast = measure(() => market(fastBook()), flow, note(2));
  console.log(flowLine('market, fast book', fast));
  const packed = measure(packedMarket, flow, note(3));
  console.log(flowLine('market, fast book, words', packed));
  const ratio = ({ perSecond }: Measured) => (perSecond / other.perSecond).toFixed(1);
  console.log(
    `market with the fast book / nodejs-order-book: ${ratio(packed)} with words, ${ratio(fast)} with objects`,
  );
  const [first, ...others] = fills.map((list) => list.join(' '));
  const isSame = others.every((list) => list === first);
  console.log(`${fills[0]?.length} of the steps traded; fills of all ${isSame ? 'are the same' : 'DIFFER'}`);
  return isSame;
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
  const longest = longestInsert(fastBook, 1_000_000, 1_000);
  console.log(`fast book: the longest insert on the way to 1,000,000 orders took ${longest.toFixed(1)} ms`);
}

function numberAfter(args: readonly string[], flag: string, normal: number): number {
  const place = args.indexOf(flag);
  if (place < 0) return normal;
  const value = Number(args[place + 1]);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new Error(`${flag} takes a whole number.\n\n${USAGE}`);
  return value;
}

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    if (!compareOnFlow(numberAfter(args, '--seed', 1), numberAfter(args, '--steps', 450_000)))
      process.exitCode = 1;
    compareGrowth();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
