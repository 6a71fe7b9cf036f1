import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ENDPOINTS_FILE, type Endpoints } from '../../launcher/src/endpoints';

export const USAGE = `npm run book-truth [-- options]: whether every book that clients are shown is the window of the full one

  --ws URL        root of the websocket interface   (default: the exchange of EXCHANGE_DATA_DIR)
  --rest URL      root of the HTTP interface        (default: likewise)
  --market ID     the market to watch (default ETHDAI); somebody else must trade in it
  --seconds N     for so long (default 120)
  --help          this text

Follows all 15 books over connections of their own and asks REST for 20 and 100 lines all the time. Ends with 1 when any
of them was at any moment no window of the full book, or crossed.
`;

export interface BookTruthOptions {
  readonly ws: string;
  readonly rest: string;
  readonly market: string;
  readonly seconds: number;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function bookTruthOptions(args: readonly string[], env: NodeJS.ProcessEnv): BookTruthOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { ws: text, rest: text, market: text, seconds: text },
  });
  const seconds = values.seconds ?? '120';
  if (!/^[1-9]\d{0,5}$/.test(seconds)) throw new Error(`--seconds must be a whole number.\n\n${USAGE}`);
  return {
    ws: values.ws ?? running(env).ws,
    rest: values.rest ?? running(env).rest,
    market: values.market ?? 'ETHDAI',
    seconds: Number(seconds),
  };
}

function running(env: NodeJS.ProcessEnv): Endpoints {
  const file = path.resolve(env['EXCHANGE_DATA_DIR'] ?? '.exchange', ENDPOINTS_FILE);
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the exchange, or give --ws and --rest.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
}
