import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { ACCOUNTS_MAX } from '../../kit/clients/accounts';

export const USAGE = `npm run load [-- options]: signed orders from many connections, and what they cost

Starts an exchange of its own and removes it afterwards, unless --data-dir names one that runs. Orders are signed
before the clock starts. Times count from when an order was due, whether or not it could be sent then.

  --rate N         orders offered a second, open loop (default 100)
  --closed N       instead: N commands under way at once, each answer lets the next go
  --idle           instead: one order at a time, on an exchange that has nothing else to do
  --most           instead: searches the highest rate that is sustained: nothing refused, and 99 % of the orders
                   accepted within --limit
  --overload X     instead: offers X times --rate, or of what --most finds, and says what part is still accepted
  --sight N        instead: what metrics and traces cost: N pairs of loads, one on an exchange that has them on and, at
                   the same time, one on one that has them off, each at --rate (default 15); npm run bench:sight: eleven
  --seconds N      how long is measured (default 20)
  --warm N         seconds of the same before that (default 5)
  --orders N       with --closed and --idle: how many orders are measured (default 1000)
  --accounts N     how many accounts trade; an even number (default 20)
  --connections N  how many connections they have in all (default one each)
  --crossing PART  part of the orders that take a resting one (default 0.5, at most that)
  --cancels PART   part of the orders that are canceled half a second later (default 0)
  --limit MS       with --most (default 250)
  --settlement off settlement-service is stopped while the load runs; then all is settled and audited
  --floor off      leave out the bare floor that the same orders are run through afterwards
  --profile DIR    leaves a CPU profile of every process there, and shows where each spends its time
  --seed N         of sides and rates (default 1)
  --audit          run the audit at the end
  --data-dir DIR   use the exchange that runs in this data folder
  --rest URL       with --data-dir: another gateway than the one in its endpoints.json
  --ws URL         the same
  --help           this text
`;

/** How commands are paced. */
export type Mode =
  | { readonly kind: 'open'; readonly rate: number }
  | { readonly kind: 'closed'; readonly underWay: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'most' }
  | { readonly kind: 'overload'; readonly times: number; readonly rate: number | undefined };

export interface LoadOptions {
  readonly mode: Mode;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Measured orders, where seconds don't say it. */
  readonly orders: number;
  readonly accounts: number;
  readonly connections: number;
  readonly crossing: number;
  readonly cancels: number;
  readonly seed: number;
  /** What 99 % of the orders must be accepted within at a rate that is sustained, ms. */
  readonly limitMs: number;
  /** Whether the bare floor is run beside it. */
  readonly floor: boolean;
  /** Whether settlement-service runs while the load does. */
  readonly settles: boolean;
  readonly audit: boolean;
  /** The loads that compare an exchange that measures and traces with one that doesn't; undefined: none do. */
  readonly sight: { readonly pairs: number; readonly rate: number } | undefined;
  /** Folder of CPU profiles. */
  readonly profile: string | undefined;
  readonly dataDir: string | undefined;
  readonly rest: string | undefined;
  readonly ws: string | undefined;
}

/** Of each of two exchanges beside each other: a slow machine refuses none. */
const SIGHT_RATE = 15;
const RATES: [number, number] = [1, 50_000];
const NUMBERS = [
  'rate',
  'closed',
  'overload',
  'sight',
  'limit',
  'seconds',
  'warm',
  'orders',
  'accounts',
  'connections',
  'seed',
] as const;
const TEXTS = ['crossing', 'cancels', 'settlement', 'floor', 'profile', 'data-dir', 'rest', 'ws'] as const;
const SWITCHES = ['idle', 'most', 'audit'] as const;

const bad = (text: string): Error => new Error(`${text}\n\n${USAGE}`);

/** A part of one, such as 0.25. */
function part(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^(0|0?\.\d+|1)$/.test(text) || value > most) {
    throw bad(`--${flag} takes a part from 0 to ${most}, such as 0.25, not ${text}.`);
  }
  return value;
}

type Given = Partial<Record<(typeof NUMBERS)[number] | (typeof TEXTS)[number], string>> &
  Partial<Record<(typeof SWITCHES)[number], boolean>>;
type ReadNumber = (flag: (typeof NUMBERS)[number], normal: number, bounds: [number, number]) => number;

function modeOf({ closed, idle, most, overload, rate, sight }: Given, number: ReadNumber): Mode {
  const chosen = [closed, idle, most, overload, sight].filter((mode) => mode !== undefined);
  if (chosen.length > 1)
    throw bad('Only one of --closed, --idle, --most, --overload and --sight can be given.');
  if (rate !== undefined && chosen.length === 1 && (overload ?? sight) === undefined) {
    throw bad('--rate goes alone or with --overload or --sight.');
  }
  if (idle === true) return { kind: 'idle' };
  if (most === true) return { kind: 'most' };
  if (sight !== undefined) return { kind: 'open', rate: number('rate', SIGHT_RATE, RATES) };
  if (closed !== undefined) return { kind: 'closed', underWay: number('closed', 1, [1, 10_000]) };
  if (overload === undefined) return { kind: 'open', rate: number('rate', 100, RATES) };
  const times = number('overload', 1, [1, 100]);
  return { kind: 'overload', times, rate: rate === undefined ? undefined : number('rate', 100, RATES) };
}

/** What the command line says. Throws, saying what would be right, on anything else. */
export function loadOptions(args: readonly string[]): LoadOptions {
  const given = readFlags([...NUMBERS, ...TEXTS], args, USAGE, SWITCHES);
  const number: ReadNumber = (flag, normal, bounds) =>
    wholeNumber(flag, given[flag] ?? String(normal), bounds, USAGE);
  const mode = modeOf(given, number);
  const accounts = number('accounts', 20, [2, ACCOUNTS_MAX]);
  if (accounts % 2 === 1) throw bad(`--accounts takes an even number, not ${accounts}: half of them take.`);
  const { 'data-dir': dataDir, rest, ws, settlement = 'on', floor = 'on', profile } = given;
  for (const [flag, text] of Object.entries({ settlement, floor })) {
    if (text !== 'on' && text !== 'off') throw bad(`--${flag} is on or off, not ${text}.`);
  }
  if (profile !== undefined && dataDir !== undefined) {
    throw bad('--profile needs an exchange of its own: its processes are started so that they leave one.');
  }
  if (given.sight !== undefined && (dataDir ?? profile) !== undefined) {
    throw bad('--sight compares two exchanges of its own: it takes neither --data-dir nor --profile.');
  }
  if (dataDir === undefined && (rest ?? ws) !== undefined) {
    throw bad('--rest and --ws need --data-dir, whose endpoints.json says where chain and tokens are.');
  }
  return {
    mode,
    seconds: number('seconds', 20, [1, 86_400]),
    warmSeconds: number('warm', 5, [0, 600]),
    orders: number('orders', 1_000, [1, 1_000_000]),
    accounts,
    connections: number('connections', accounts, [accounts, 20_000]),
    crossing: part('crossing', given.crossing ?? '0.5', 0.5),
    cancels: part('cancels', given.cancels ?? '0', 1),
    seed: number('seed', 1, [0, 2 ** 32 - 1]),
    limitMs: number('limit', 250, [1, 60_000]),
    floor: floor === 'on',
    settles: settlement === 'on',
    sight:
      given.sight === undefined
        ? undefined
        : { pairs: number('sight', 1, [1, 1_000]), rate: number('rate', SIGHT_RATE, RATES) },
    audit: given.audit === true || settlement === 'off',
    profile,
    ...{ dataDir, rest, ws },
  };
}
