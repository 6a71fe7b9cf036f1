import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { runTool } from '../../kit/command-line/run-tool';
import { say } from '../../kit/command-line/say';
import { checkedCosts, type Costs } from './costs';
import { USE } from './page-use';
import { measure, MEASURES } from './measure/measure';
import { PAGE, withTables } from './page';
import { scalingTables } from './scaling-tables';
import { formatted } from '../../kit/formatted';

/** This file becomes dist/tools/scaling.js. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const COSTS_FILE = 'tools/scaling/costs.json';

const USAGE = `npm run scaling [-- options]: what 10, 100 and 1 000 gateways need, by what was measured

Prints the tables of docs/scaling.md.

  --measure            measures the costs again, writes ${COSTS_FILE} and the page's tables: about six minutes, on a
                       machine that nobody else uses
  --only PART          with --measure: one of ${MEASURES.join(', ')}; the other costs stay
  --page               writes the page's tables from the costs that there are
  --costs FILE         costs that were measured elsewhere (default ${COSTS_FILE})
  --connections N      connections of a gateway (default ${USE.connectionsPerGateway})
  --orders N           orders of a connection in an hour (default ${USE.ordersPerMinute * 60})
  --lines N            book lines that a connection gets in a minute (default ${USE.linesPerConnection * 60})
  --markets N          busy markets that each gateway follows (default ${USE.markets})
  --reports N          reports of each in a second (default ${USE.reports})
  --busiest PERCENT    of all orders, in the busiest market (default ${USE.busiest * 100})
  --load PERCENT       how much of a processor is used on average (default ${USE.load * 100})
  --help               this text
`;

const FLAGS = [
  'costs',
  'connections',
  'orders',
  'lines',
  'markets',
  'reports',
  'busiest',
  'load',
  'only',
] as const;

const costsIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** More figures than these say nothing. */
const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;

/** What was measured before stays where it isn't measured anew. */
async function measured(only: string | undefined): Promise<void> {
  const wanted = MEASURES.filter((one) => only === undefined || one === only);
  if (wanted.length === 0) throw new Error(`--only takes one of ${MEASURES.join(', ')}.\n\n${USAGE}`);
  const before = costsIn(path.join(ROOT, COSTS_FILE)) as Costs;
  const costs = { ...before, ...(await measure(wanted, ROOT, say)) };
  writeFileSync(path.join(ROOT, COSTS_FILE), `${JSON.stringify(costs, shortened, 2)}\n`);
}

async function writePage(): Promise<void> {
  const file = path.join(ROOT, PAGE);
  const page = withTables(readFileSync(file, 'utf8'), checkedCosts(costsIn(path.join(ROOT, COSTS_FILE))));
  writeFileSync(file, await formatted(file, page));
}

await runTool(USAGE, async (args) => {
  const flags = readFlags(FLAGS, args, USAGE, ['measure', 'page']);
  if (flags.measure === true) await measured(flags.only);
  if (flags.measure === true || flags.page === true) return writePage();
  const number = (flag: Exclude<(typeof FLAGS)[number], 'costs' | 'only'>, normal: number, most: number) =>
    wholeNumber(flag, flags[flag] ?? String(normal), [1, most], USAGE);
  const costs = checkedCosts(costsIn(flags.costs ?? path.join(ROOT, COSTS_FILE)));
  const use = {
    connectionsPerGateway: number('connections', USE.connectionsPerGateway, 1_000_000),
    ordersPerMinute: number('orders', USE.ordersPerMinute * 60, 1_000_000) / 60,
    linesPerConnection: number('lines', USE.linesPerConnection * 60, 1_000_000) / 60,
    markets: number('markets', USE.markets, 4_095),
    reports: number('reports', USE.reports, 1_000),
    busiest: number('busiest', USE.busiest * 100, 100) / 100,
    load: number('load', USE.load * 100, 100) / 100,
  };
  for (const line of scalingTables(costs, use)) say(line);
});
