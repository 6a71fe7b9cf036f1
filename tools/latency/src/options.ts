import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import type { Endpoints } from '../../kit/running/endpoints';
import { runningExchange } from '../../kit/running/running-exchange';

export const USAGE = `npm run latency [-- options]: how long an order takes on an exchange that is otherwise idle

  --orders N   so many orders, one after the other (default 1000)
  --help       this text

EXCHANGE_DATA_DIR is the data folder of the exchange, default .exchange.
`;

export interface LatencyOptions {
  readonly orders: number;
  readonly endpoints: Endpoints;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function latencyOptions(args: readonly string[], env: NodeJS.ProcessEnv): LatencyOptions {
  const { orders = '1000' } = readFlags(['orders'], args, USAGE);
  return {
    orders: wholeNumber('orders', orders, [1, 9_999_999], USAGE),
    endpoints: runningExchange(env),
  };
}
