import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portsFrom } from '../../launcher/src/settings/ports';
import { dataFolder, runningExchange } from '../../launcher/src/running-exchange';
import { readFlags, wholeNumber } from '../../launcher/src/settings/read-flags';

export const USAGE = `npm run audit [-- options]: compares everything that the exchange knows with everything else

  --data-dir FOLDER   data folder of the exchange; default EXCHANGE_DATA_DIR, else .exchange
  --database URL      its database, as the role auditor; default what the data folder says
  --rest URL          root of the REST interface; default what the data folder says
  --rpc URL           JSON-RPC of a chain node that still knows the last final block's state; settled
                      trades are compared as far back as it has events
  --contract ADDRESS  the exchange contract
  --seconds N         how long to wait for a moment in which both sides have applied the same (default 30)
  --help              this text

Ends with code 0 when nothing differs, 1 when something does, 2 when it could not compare.
`;

export interface AuditOptions {
  readonly database: string;
  readonly rest: string;
  readonly rpc: string;
  readonly contract: string;
  readonly seconds: number;
}

const FLAGS = ['data-dir', 'database', 'rest', 'rpc', 'contract', 'seconds'] as const;
function readJson(file: string): unknown {
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the exchange first, with npm start.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The database of the embedded setup stands beside its REST port; a given one keeps its place. */
export function databaseIn(folder: string, rest: string, env: NodeJS.ProcessEnv): string {
  const secrets = readJson(path.join(folder, 'secrets.json')) as Record<string, string>;
  const { postgres } = portsFrom(Number(new URL(rest).port));
  const url = new URL(env['DATABASE_URL'] || `postgres://127.0.0.1:${postgres}/exchange`);
  url.username = 'auditor';
  url.password = secrets['database auditor'] ?? '';
  return url.href;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function auditOptions(args: readonly string[], env: NodeJS.ProcessEnv): AuditOptions {
  const given = readFlags(FLAGS, args, USAGE);
  const folder = dataFolder(env, given['data-dir']);
  const { database, rest, rpc, contract } = given;
  const common = { seconds: wholeNumber('seconds', given.seconds ?? '30', [0, 99_999], USAGE) };
  if (database !== undefined && rest !== undefined && rpc !== undefined && contract !== undefined) {
    return { ...common, database, rest, rpc, contract };
  }
  const endpoints = runningExchange(folder);
  return {
    ...common,
    database: database ?? databaseIn(folder, endpoints.rest, env),
    rest: rest ?? endpoints.rest,
    rpc: rpc ?? endpoints.rpc,
    contract: contract ?? endpoints.contract,
  };
}
