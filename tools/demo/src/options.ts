import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What `npm start` writes into its data folder for tools. */
export interface Endpoints {
  readonly rest: string;
  readonly ws: string;
  readonly rpc: string;
  readonly chainId: number;
  readonly contract: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

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

function wholeNumber(flag: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) {
    throw new Error(`${flag} takes a whole number.\n\n${USAGE}`);
  }
  return Number(text);
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function demoOptions(args: readonly string[], env: NodeJS.ProcessEnv): DemoOptions {
  let seconds: number | undefined;
  let seed = 1;
  for (let at = 0; at < args.length; at += 2) {
    const flag = args[at];
    if (flag === '--seconds') seconds = wholeNumber(flag, args[at + 1]);
    else if (flag === '--seed') seed = wholeNumber(flag, args[at + 1]);
    else throw new Error(`Unknown option ${flag ?? ''}.\n\n${USAGE}`);
  }
  const file = path.resolve(env['EXCHANGE_DATA_DIR'] ?? '.exchange', 'endpoints.json');
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the exchange first, with npm start.`);
  return { seconds, seed, endpoints: JSON.parse(readFileSync(file, 'utf8')) as Endpoints };
}
