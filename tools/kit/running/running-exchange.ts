import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS_FILE, type Endpoints } from './endpoints';

/** The data folder that is given, else that of the environment. */
export const dataFolder = (env: NodeJS.ProcessEnv, given?: string): string =>
  path.resolve(given ?? env['EXCHANGE_DATA_DIR'] ?? '.exchange');

function read(env: NodeJS.ProcessEnv, given: string | undefined, name: string): unknown {
  const file = path.join(dataFolder(env, given), name);
  if (!existsSync(file)) {
    throw new Error(`There is no ${file}: start the exchange first, with npm start, or say where it is.`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Where the exchange of a data folder is. Throws, saying what would be right, when none was started there.
 * @param given the data folder, unless it is that of the environment
 */
export const runningExchange = (env: NodeJS.ProcessEnv, given?: string): Endpoints =>
  read(env, given, ENDPOINTS_FILE) as Endpoints;

/** A secret that the exchange of a data folder was started with; undefined if it has none of that name. */
export const secretOf = (
  env: NodeJS.ProcessEnv,
  given: string | undefined,
  name: string,
): string | undefined => (read(env, given, 'secrets.json') as Readonly<Record<string, string>>)[name];
