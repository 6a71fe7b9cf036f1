import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import { databaseOf } from '../../kit/running/record-place';
import { runningExchange } from '../../kit/running/running-exchange';

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

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function auditOptions(args: readonly string[], env: NodeJS.ProcessEnv): AuditOptions {
  const given = readFlags(FLAGS, args, USAGE);
  const { database, rest, rpc, contract, 'data-dir': folder } = given;
  const common = { seconds: wholeNumber('seconds', given.seconds ?? '30', [0, 99_999], USAGE) };
  if (database !== undefined && rest !== undefined && rpc !== undefined && contract !== undefined) {
    return { ...common, database, rest, rpc, contract };
  }
  const endpoints = runningExchange(env, folder);
  return {
    ...common,
    database: database ?? databaseOf(env, folder),
    rest: rest ?? endpoints.rest,
    rpc: rpc ?? endpoints.rpc,
    contract: contract ?? endpoints.contract,
  };
}
