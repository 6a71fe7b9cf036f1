import { databaseOf } from '../../../kit/running/record-place';
import { LaunchedExchange, newPlace } from '../../../kit/running/launched-exchange';
import type { Costs, CostFigure } from '../costs';
import { accountKb } from './account-rows';
import { measureBroker } from './broker';
import { accountMemoryKb, presenceCosts } from './memory';
import { idleKbOf, medianOf, orderKbOf, orderMsOf, othersOf, perCpuSecondOf } from './printed';

/** Rates that the model is fitted to, one that it is held against, and the one at which costs are read. */
const RATES = [50, 100, 200] as const;
const HELD_OUT = 150;
const COSTS_AT = 200;
const SELF = 'npm run scaling -- --measure';

/** What can be measured by itself; each takes one to three minutes, on a machine that nobody else uses. */
export const MEASURES = ['load', 'fan-out', 'books', 'idle', 'parts'] as const;
export type Measure = (typeof MEASURES)[number];

type Found = Partial<Costs>;
type Say = (line: string) => void;

/** Runs the commands that these figures come from. `root`: of the repository. */
export async function measure(wanted: readonly Measure[], root: string, say: Say): Promise<Found> {
  const exchange = new LaunchedExchange(await newPlace(root, 'scaling-'));
  let costs: Found = {};
  try {
    for (const one of wanted) {
      say(`measuring ${one}…`);
      costs = { ...costs, ...(await MEASURE[one](exchange, root)) };
    }
    return costs;
  } finally {
    await exchange.destroy();
  }
}

const MEASURE: Readonly<Record<Measure, (exchange: LaunchedExchange, root: string) => Promise<Found>>> = {
  load: measureLoad,
  'fan-out': async (exchange) => {
    const printed = await tool(exchange, 'bench-edge', 'fan-out');
    return { linesPerSecond: by(perCpuSecondOf(printed, 'ws-gateway'), 'npm run bench:fan-out') };
  },
  books: async (exchange) => {
    const printed = await tool(exchange, 'bench-edge', 'rest-books');
    return { booksPerSecond: by(perCpuSecondOf(printed, 'rest-gateway'), 'npm run bench:rest-books') };
  },
  idle: async (exchange) => ({
    connectionKb: by(idleKbOf(await tool(exchange, 'bench-edge', 'idle')), 'npm run bench:idle'),
  }),
  parts: async (_, root) => {
    const { deliveryUs, deliveryKbUs, brokerConnectionKb } = await measureBroker(root);
    const { presenceBytes, presenceUs } = presenceCosts();
    return {
      ...{ deliveryUs: by(deliveryUs, SELF), deliveryKbUs: by(deliveryKbUs, SELF) },
      ...{ brokerConnectionKb: by(brokerConnectionKb, SELF), presenceBytes: by(presenceBytes, SELF) },
      ...{ presenceUs: by(presenceUs, SELF), accountMemoryKb: by(accountMemoryKb(), SELF) },
    };
  },
};

async function measureLoad(exchange: LaunchedExchange): Promise<Found> {
  await exchange.start();
  const printed = new Map<number, string>();
  for (const rate of [...RATES, HELD_OUT].sort((one, other) => one - other)) {
    const options = ['--rate', String(rate), '--seconds', '10', '--warm', '3', '--floor', 'off'];
    printed.set(rate, await tool(exchange, 'load', '--data-dir', exchange.folder, ...options));
  }
  const median = (perSecond: number) => ({ perSecond, p50Ms: medianOf(printed.get(perSecond) ?? '') });
  const rows = await tool(exchange, 'rows', '--data-dir', exchange.folder);
  const accounts = await accountKb(databaseOf(process.env, exchange.folder));
  await exchange.stop();
  return {
    accepted: by(RATES.map(median), 'npm run load'),
    heldOut: by(median(HELD_OUT), 'npm run load'),
    orderMs: by(orderMsOf(printed.get(COSTS_AT) ?? ''), `npm run load -- --rate ${COSTS_AT}`),
    others: by(othersOf(printed.get(COSTS_AT) ?? ''), `npm run load -- --rate ${COSTS_AT}`),
    orderKb: by(orderKbOf(rows), 'npm run rows'),
    accountKb: by(accounts, SELF),
  };
}

const by = <T>(value: T, command: string): CostFigure<T> => ({ value, command });

async function tool(exchange: LaunchedExchange, ...args: readonly string[]): Promise<string> {
  const running = exchange.run(['tools/run.mjs', ...args]);
  const code = await running.ended;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with code ${code}:\n${running.output()}`);
  return running.output();
}
