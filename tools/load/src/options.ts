import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { ACCOUNTS_MAX } from './clients/accounts';

export const USAGE = `npm run load [-- options]: signed orders from many connections, and what they cost

Starts an exchange of its own and removes it afterwards, unless --data-dir names one that runs. Orders are signed
before the clock starts. Times count from when an order was due, whether or not it could be sent then.

  --rate N         orders offered a second, open loop (default 100)
  --closed N       instead: N commands under way at once, each answer lets the next go
  --idle           instead: one order at a time, on an exchange that has nothing else to do
  --seconds N      how long is measured (default 20)
  --warm N         seconds of the same before that (default 5)
  --orders N       with --closed and --idle: how many orders are measured (default 1000)
  --accounts N     how many accounts trade; an even number (default 20)
  --connections N  how many connections they have in all (default one each)
  --crossing PART  part of the orders that take a resting one (default 0.5, at most that)
  --cancels PART   part of the orders that are canceled half a second later (default 0)
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
  | { readonly kind: 'idle' };

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
  readonly audit: boolean;
  readonly dataDir: string | undefined;
  readonly rest: string | undefined;
  readonly ws: string | undefined;
}

const NUMBERS = ['rate', 'closed', 'seconds', 'warm', 'orders', 'accounts', 'connections', 'seed'] as const;
const TEXTS = ['crossing', 'cancels', 'data-dir', 'rest', 'ws'] as const;
const SWITCHES = ['idle', 'audit'] as const;

const bad = (text: string): Error => new Error(`${text}\n\n${USAGE}`);

/** A part of one, such as 0.25. */
function part(flag: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^(0|0?\.\d+|1)$/.test(text) || value > most) {
    throw bad(`--${flag} takes a part from 0 to ${most}, such as 0.25, not ${text}.`);
  }
  return value;
}

/** What the command line says. Throws, saying what would be right, on anything else. */
export function loadOptions(args: readonly string[]): LoadOptions {
  const given = readFlags([...NUMBERS, ...TEXTS], args, USAGE, SWITCHES);
  const number = (flag: (typeof NUMBERS)[number], normal: number, bounds: [number, number]): number =>
    wholeNumber(flag, given[flag] ?? String(normal), bounds, USAGE);
  const modes = [given.rate !== undefined, given.closed !== undefined, given.idle === true];
  if (modes.filter(Boolean).length > 1) throw bad('Only one of --rate, --closed and --idle can be given.');
  const mode: Mode =
    given.idle === true
      ? { kind: 'idle' }
      : given.closed === undefined
        ? { kind: 'open', rate: number('rate', 100, [1, 50_000]) }
        : { kind: 'closed', underWay: number('closed', 1, [1, 10_000]) };
  const accounts = number('accounts', 20, [2, ACCOUNTS_MAX]);
  if (accounts % 2 === 1) throw bad(`--accounts takes an even number, not ${accounts}: half of them take.`);
  const { 'data-dir': dataDir, rest, ws } = given;
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
    audit: given.audit === true,
    ...{ dataDir, rest, ws },
  };
}
