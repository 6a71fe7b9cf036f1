import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS_FILE, type Endpoints } from '../../launcher/src/endpoints';

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
  const [flag, value = '1000', ...rest] = args;
  const usable =
    (flag === undefined || flag === '--orders') && /^[1-9]\d{0,6}$/.test(value) && rest.length === 0;
  if (!usable) throw new Error(`There is no option ${args.join(' ')}.\n\n${USAGE}`);
  const file = path.resolve(env['EXCHANGE_DATA_DIR'] ?? '.exchange', ENDPOINTS_FILE);
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the exchange first, with npm start.`);
  const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
  return { orders: Number(value), endpoints };
}
