import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS_FILE, type Endpoints } from './settings/endpoints';

/** The data folder that is given, else that of the environment. */
export const dataFolder = (env: NodeJS.ProcessEnv, given?: string): string =>
  path.resolve(given ?? env['EXCHANGE_DATA_DIR'] ?? '.exchange');

/** Where the exchange of a data folder is. Throws, saying what would be right, when none was started there. */
export function runningExchange(folder: string): Endpoints {
  const file = path.join(folder, ENDPOINTS_FILE);
  if (!existsSync(file)) {
    throw new Error(`There is no ${file}: start the exchange first, with npm start, or say where it is.`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
}
