import { type Costs, PARTS } from './costs';
import { type Bounds, fleetFor, type Use, wallsOf } from './fleet';
import { acceptedMs, fitTurnQueue, mostWithin, type TurnQueue } from './turn-queue';

const GATEWAYS = [10, 100, 1_000] as const;
/** A large machine of today for the database, and for the broker, with a network of 25 Gbit/s. */
const BOUNDS: Bounds = { postgresProcessors: 64, brokerProcessors: 16, brokerMb: 3_000 };
const P50_MS = 50;

const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
const short = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? grouped(value) : value.toPrecision(2);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(head),
  line(head.map((_, at) => (at === 0 ? '---' : '---:'))),
  ...rows.map(line),
  '',
];

/** What each figure is called, and its unit. */
const FIGURES = [
  ['linesPerSecond', 'lines × subscribers of a gateway, a CPU second', ''],
  ['booksPerSecond', 'order books that a rest-gateway answers, a CPU second', ''],
  ['connectionKb', 'memory of an idle connection', ' KB'],
  ['deliveryUs', 'broker, a short message to one reader more', ' µs'],
  ['deliveryKbUs', 'broker, each KB of a long one to one reader more', ' µs'],
  ['brokerConnectionKb', "broker's memory of a connection", ' KB'],
  ['presenceBytes', 'what a gateway tells of an address', ' B'],
  ['presenceUs', 'a gateway that hears of an address', ' µs'],
  ['accountMemoryKb', 'memory of an account with two tokens', ' KB'],
  ['orderKb', 'rows of an order', ' KB'],
  ['accountKb', 'rows of an account with two tokens', ' KB'],
] as const;

function costTable(costs: Costs): string[] {
  const { orderMs } = costs;
  const figures = FIGURES.map(([name, what, unit]) => [
    what,
    `${short(costs[name].value)}${unit}`,
    `\`${costs[name].command}\``,
  ]);
  const parts = PARTS.map((part) => [
    `CPU of an order in ${part}`,
    `${short(orderMs.value[part])} ms`,
    `\`${orderMs.command}\``,
  ]);
  const others = [
    'other programs meanwhile, of a processor',
    `${costs.others.value} %`,
    `\`${costs.others.command}\``,
  ];
  return table(['what', 'measured', 'by'], [...parts, ...figures, others]);
}

function queueTable({ accepted, heldOut }: Costs, queue: TurnQueue): string[] {
  const row = ({ perSecond, p50Ms }: { perSecond: number; p50Ms: number }, of: string) => [
    ...[grouped(perSecond), of, short(p50Ms), short(acceptedMs(queue, perSecond) ?? Infinity)],
  ];
  const { wayMs, fixedMs, perOrderMs } = queue;
  return [
    `The way takes ${short(wayMs)} ms, a turn ${short(fixedMs)} ms and ${short(perOrderMs)} ms an order. So one owner ` +
      `takes at most ${grouped(1_000 / perOrderMs)} orders a second, and ${grouped(mostWithin(queue, P50_MS))} with p50 ≤ ${P50_MS} ms.`,
    '',
    ...table(
      ['orders/s of one owner', 'used for', 'p50 measured, ms', 'p50 of the model, ms'],
      [...accepted.value.map((rate) => row(rate, 'the fit')), row(heldOut.value, 'the check')],
    ),
  ];
}

function fleetTable(costs: Costs, use: Omit<Use, 'gateways'>, queue: TurnQueue): string[] {
  const fleets = GATEWAYS.map((gateways) => fleetFor({ ...use, gateways }, costs, queue));
  const row = (what: string, cell: (fleet: (typeof fleets)[number]) => string) => [what, ...fleets.map(cell)];
  return table(
    ['gateways', ...GATEWAYS.map(grouped)],
    [
      row('accounts, one connection each', ({ accounts }) => grouped(accounts)),
      row('orders/s', ({ ordersPerSecond }) => grouped(ordersPerSecond)),
      row('processors of a gateway', ({ gatewayProcessors }) => short(gatewayProcessors)),
      row('of these for presence', ({ presenceProcessors }) => short(presenceProcessors)),
      row('memory of its connections, MB', ({ gatewayMemoryMb }) => short(gatewayMemoryMb)),
      row('account-services', ({ accountServices }) => grouped(accountServices)),
      row('p50 to accepted, ms', (fleet) => short(fleet.acceptedMs)),
      row("busiest market's engine, processors", ({ busiestEngine }) => short(busiestEngine)),
      row('market-data, processors', ({ marketDataProcessors }) => short(marketDataProcessors)),
      row('settlement-service, processors', ({ settlementProcessors }) => short(settlementProcessors)),
      row('broker, processors', ({ brokerProcessors }) => short(brokerProcessors)),
      row('presence that it delivers, MB/s', ({ presenceMb }) => short(presenceMb)),
      row('Postgres, processors', ({ postgresProcessors }) => short(postgresProcessors)),
      row('Postgres, GB a day', ({ postgresGbPerDay }) => short(postgresGbPerDay)),
      row('rows of the accounts, GB', ({ accountsGb }) => short(accountsGb)),
    ],
  );
}

/** The lines of docs/scaling.md's tables: costs, the queue fitted to them, fleets, and the walls in their order. */
export function scalingTables(costs: Costs, use: Omit<Use, 'gateways'>): readonly string[] {
  const queue = fitTurnQueue(costs.accepted.value);
  const walls = wallsOf(use, costs, queue, BOUNDS);
  return [
    ...costTable(costs),
    ...queueTable(costs, queue),
    ...fleetTable(costs, use, queue),
    ...table(
      ['wall', 'gateways', 'orders/s'],
      walls.map(({ what, gateways }) => [
        what,
        grouped(gateways),
        grouped((gateways * use.connectionsPerGateway * use.ordersPerMinute) / 60),
      ]),
    ),
  ];
}
