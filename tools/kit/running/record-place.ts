import { ARCHIVIST, AUDITOR } from '@exchange/platform';
import { ADMINISTRATOR } from '../services/records';
import { portsFrom } from './ports';
import type { DeskPlace } from '../operator/sign-in';
import { dataFolder, runningExchange, secretOf } from './running-exchange';

type Environment = NodeJS.ProcessEnv;

/** The database of a running exchange, as the role that reads everything. `given`: its data folder. */
export const databaseOf = (env: Environment, given?: string): string => databaseAs(AUDITOR, env, given);

/** The same, as the role that archives old months. */
export const archivistAt = (env: Environment, given?: string): string => databaseAs(ARCHIVIST, env, given);

function databaseAs(role: string, env: Environment, given?: string): string {
  const url = placeOf('postgres', env['DATABASE_URL'], '/exchange', env, given);
  url.username = role;
  url.password = secretOf(env, given, `database ${role}`) ?? '';
  return url.href;
}

/** The broker of a running exchange, as its administrator. `given`: its data folder. */
export function brokerOf(env: Environment, given?: string): string {
  const url = placeOf('nats', env['NATS_URL'], '', env, given);
  url.username = ADMINISTRATOR;
  url.password = secretOf(env, given, `nats ${ADMINISTRATOR}`) ?? '';
  return url.href;
}

/** The desk of a running exchange. `given`: its data folder. */
export function deskAt(env: Environment, given?: string): DeskPlace {
  const { operator } = runningExchange(env, given);
  if (operator === undefined) throw new Error('that exchange has no desk: start it anew with this release');
  return { url: operator, folder: dataFolder(env, given) };
}

/** A server that the launcher started stands beside its REST port; one that it was told of keeps its place. */
function placeOf(
  part: 'postgres' | 'nats',
  told: string | undefined,
  path: string,
  env: Environment,
  given?: string,
): URL {
  if (told) return new URL(told);
  const { rest } = runningExchange(env, given);
  return new URL(`${part}://127.0.0.1:${portsFrom(Number(new URL(rest).port))[part]}${path}`);
}
