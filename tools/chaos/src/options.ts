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
  --help         this text

Ends with code 1 when something acknowledged is missing or twice, when the audit finds a difference, or when the exchange
doesn't recover.
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
}

const FLAGS = ['seed', 'minutes', 'seconds', 'rate', 'every', 'accounts', 'scale', 'only'] as const;

/** What the command line says. Throws, saying what would be right, on anything else. `kinds`: the faults there are. */
export function chaosOptions(args: readonly string[], kinds: readonly string[]): ChaosOptions {
  const given = readFlags(FLAGS, args, USAGE);
  const number = (flag: (typeof FLAGS)[number], text: string, bounds: [number, number]): number =>
    wholeNumber(flag, text, bounds, USAGE);
  if (given.minutes !== undefined && given.seconds !== undefined) {
    throw new Error(`Only one of --minutes and --seconds can be given.\n\n${USAGE}`);
  }
  const accounts = number('accounts', given.accounts ?? '8', [2, 200]);
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
    rate: number('rate', given.rate ?? '50', [1, 2_000]),
    everySeconds: number('every', given.every ?? '5', [1, 3_600]),
    accounts,
    scale: given.scale,
    only,
  };
}
