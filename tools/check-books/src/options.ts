import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import type { Endpoints } from '../../kit/running/endpoints';
import { runningExchange } from '../../kit/running/running-exchange';
import { TRADED_MARKET } from './random-trader';

export const USAGE = `npm run check:books [-- options]: whether every book that clients are shown is the window of the full one

  --ws URL        root of the websocket interface   (default: the exchange of EXCHANGE_DATA_DIR)
  --rest URL      root of the HTTP interface        (default: likewise)
  --market ID     the market to watch (default ETHDAI)
  --traders N     so many accounts (at most 8) trade at random in it, all they can, on an exchange of npm start with
                  ETHDAI; by default none, and somebody else must trade
  --seconds N     for so long (default 120)
  --help          this text

Follows all 15 books over connections of their own and asks REST for 20 and 100 lines all the time. Ends with 1 when any
of them was at any moment no window of the full book, or crossed.
`;

export interface CheckBooksOptions {
  readonly ws: string;
  readonly rest: string;
  readonly market: string;
  readonly seconds: number;
  /** Where those who trade find what they need; undefined when nobody is to. */
  readonly trading: Trading | undefined;
}

export interface Trading {
  readonly traders: number;
  readonly endpoints: Endpoints;
}

export const TRADERS_MAX = 8;

const FLAGS = ['ws', 'rest', 'market', 'seconds', 'traders'] as const;

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function checkBooksOptions(args: readonly string[], env: NodeJS.ProcessEnv): CheckBooksOptions {
  const values = readFlags(FLAGS, args, USAGE);
  const { market = TRADED_MARKET, traders = '0' } = values;
  const seconds = wholeNumber('seconds', values.seconds ?? '120', [1, 999_999], USAGE);
  if (!/^[0-8]$/.test(traders) || (traders !== '0' && market !== TRADED_MARKET)) {
    throw new Error(`--traders must be a number up to ${TRADERS_MAX}, in ${TRADED_MARKET}.\n\n${USAGE}`);
  }
  return {
    ws: values.ws ?? runningExchange(env).ws,
    rest: values.rest ?? runningExchange(env).rest,
    market,
    seconds,
    trading: traders === '0' ? undefined : { traders: Number(traders), endpoints: runningExchange(env) },
  };
}
