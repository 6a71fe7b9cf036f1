import { type ChaosPlan, PLANS } from './faults/plans';
import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';

export const USAGE = `npm run chaos [-- options]: the exchange under load while everything that it stands on fails

Starts an exchange of its own on a small volume (where this user may mount one), has accounts trade, cancel and withdraw over
connections that are cut and slowed, and causes a fault every few seconds, chosen from the seed. Then it waits until
the exchange is well, looks for every order, cancel and withdrawal that was acknowledged, and runs the audit.

  --seed N       of the faults (default 1)
  --minutes M    how long faults come (default 2)
  --seconds S    the same in seconds
  --rate R       orders offered a second (default 50)
  --every S      a fault every so many seconds (default 5)
  --accounts N   how many accounts trade; an even number (default 8)
  --scale TEXT   as for npm start; default one process of each service
  --only KINDS   only these faults, separated by commas; --only help lists them
  --plan wide    instead of what the seed picks: three gateways, two engines, two account-services; the exchange is checked
                 against its interface; then under 300 orders a second a group is moved and moved back, and a process of each
                 kind is killed; fault by fault how long until all accounts were served again
  --plan settlement
                 instead: every ten seconds settlement-service, attester or both are killed, and transactions on their way from
                 settlement to the chain are swallowed, denied, held back and reordered, evicted, replaced or answered late,
                 until so many trades are made; then all is calm, everything must be settled within three minutes,
                 and each trade exactly once by the contract's events
  --trades N     how many trades that plan makes at least (default 5000)
  --help         this text

Ends with code 1 when something acknowledged is missing or twice, when a trade isn't settled or is twice, when the audit
finds a difference, when the exchange doesn't recover, or when a kind of fault was tried and could never be done.
`;

export interface ChaosOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly rate: number;
  readonly everySeconds: number;
  readonly accounts: number;
  readonly scale: string | undefined;
  /** Names of faults; undefined: all. */
  readonly only: readonly string[] | undefined;
  /** A fixed list of faults instead. */
  readonly plan: ChaosPlan | undefined;
  /** How many trades are made in a storm of transactions; undefined: there is no storm. */
  readonly trades: number | undefined;
}

const FLAGS = [
  'seed',
  'minutes',
  'seconds',
  'rate',
  'every',
  'accounts',
  'scale',
  'only',
  'plan',
  'trades',
] as const;
/** What a plan says itself. */
const OF_SEEDS = ['minutes', 'seconds', 'scale', 'only'] as const;
const NORMAL = { rate: 50, everySeconds: 5, accounts: 8, scale: undefined };

function planOf(given: Partial<Record<(typeof FLAGS)[number], string>>): ChaosPlan | undefined {
  if (given.plan === undefined) return undefined;
  const plan = Object.hasOwn(PLANS, given.plan) ? PLANS[given.plan] : undefined;
  if (plan === undefined)
    throw new Error(`--plan takes ${Object.keys(PLANS).join(' or ')}, not ${given.plan}.`);
  const other = OF_SEEDS.find((flag) => given[flag] !== undefined);
  if (other !== undefined)
    throw new Error(`--plan says itself what --${other} would: give only one.\n\n${USAGE}`);
  return plan;
}

/** What the command line says. Throws, saying what would be right, on anything else. `kinds`: the faults there are. */
export function chaosOptions(args: readonly string[], kinds: readonly string[]): ChaosOptions {
  const given = readFlags(FLAGS, args, USAGE);
  const number = (flag: (typeof FLAGS)[number], text: string, bounds: [number, number]): number =>
    wholeNumber(flag, text, bounds, USAGE);
  if (given.minutes !== undefined && given.seconds !== undefined) {
    throw new Error(`Only one of --minutes and --seconds can be given.\n\n${USAGE}`);
  }
  const plan = planOf(given);
  const normal = plan ?? NORMAL;
  const trades = plan?.trades;
  if (given.trades !== undefined && trades === undefined) {
    throw new Error(`--trades goes with --plan settlement alone.\n\n${USAGE}`);
  }
  const accounts = number('accounts', given.accounts ?? `${normal.accounts}`, [2, 200]);
  if (accounts % 2 === 1) {
    throw new Error(`--accounts takes an even number, not ${accounts}: half of them take.\n\n${USAGE}`);
  }
  const only = given.only?.split(',');
  const unknown = only?.find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) {
    throw new Error(`--only takes some of these, not ${unknown}: ${kinds.join(', ')}.`);
  }
  return {
    seed: number('seed', given.seed ?? '1', [0, 2 ** 32 - 1]),
    seconds:
      given.seconds === undefined
        ? 60 * number('minutes', given.minutes ?? '2', [1, 10_000])
        : number('seconds', given.seconds, [1, 600_000]),
    rate: number('rate', given.rate ?? `${normal.rate}`, [1, 2_000]),
    everySeconds: number('every', given.every ?? `${normal.everySeconds}`, [1, 3_600]),
    accounts,
    scale: given.scale ?? normal.scale,
    ...{ only, plan },
    trades: trades === undefined ? undefined : number('trades', given.trades ?? `${trades}`, [1, 1_000_000]),
  };
}
