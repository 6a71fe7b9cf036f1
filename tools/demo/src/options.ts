import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import type { Endpoints } from '../../kit/running/endpoints';
import { runningExchange } from '../../kit/running/running-exchange';

export interface DemoOptions {
  /** Undefined: until it is stopped. */
  readonly seconds: number | undefined;
  readonly seed: number;
  readonly endpoints: Endpoints;
}

export const USAGE = `npm run demo [-- options]: traders on the exchange that npm start has started

  --seconds N   stop after N seconds; otherwise at Ctrl-C
  --seed N      another day: the prices and choices follow from the seed (default 1)
  --help        this text

EXCHANGE_DATA_DIR is the data folder of the exchange, default .exchange.
`;

const whole = (flag: string, text: string): number => wholeNumber(flag, text, [0, 999_999_999], USAGE);

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function demoOptions(args: readonly string[], env: NodeJS.ProcessEnv): DemoOptions {
  const { seconds, seed = '1' } = readFlags(['seconds', 'seed'], args, USAGE);
  return {
    seconds: seconds === undefined ? undefined : whole('seconds', seconds),
    seed: whole('seed', seed),
    endpoints: runningExchange(env),
  };
}
