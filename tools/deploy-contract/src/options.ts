import { parseArgs } from 'node:util';

export const USAGE = `npm run deploy-contract -- --config FILE --rpc URL [options]: puts the exchange's contracts on a chain
npm run deploy-contract -- verify --config FILE --rpc URL [--deployment FILE]: compares what lies there with what was wanted

Without --send it only says what would be done: each contract with its address, gas and cost. Every address follows from the chain and
the file of roles, so the same may be run again at any time, also after it was cut off: what is there already is left as it is.
Ends with code 1 when something differs. docs/runbooks/deploying-the-contract.md shows it step by step.

  --config FILE         roles, delays and parameters as JSON
  --rpc URL             a node of the chain
  --keystore FILE       the key that pays, encrypted; it has no rights in the contract
  --password-file FILE  the password of the keystore
  --from ADDRESS        who would pay, for a run without --keystore
  --out FOLDER          for deployment.json and the sources for verification; "deployment" by default
  --deployment FILE     of verify: what a run has left; <out>/deployment.json by default
  --send                really send the transactions
  --help                this text`;

/** What the tool was asked for. */
export interface DeployOptions {
  readonly verify: boolean;
  readonly config: string;
  readonly rpc: string;
  readonly keystore: string | undefined;
  readonly passwordFile: string | undefined;
  readonly from: string | undefined;
  readonly out: string;
  readonly deployment: string | undefined;
  readonly send: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const FLAGS = {
  ...{ config: text, rpc: text, keystore: text, 'password-file': text, from: text, out: text },
  ...{ deployment: text, send: flag },
} as const;

/** Reads the command line. Throws, with how the tool is used, on anything that it doesn't know or that is missing. */
export function readOptions(args: readonly string[]): DeployOptions {
  const { values, positionals } = parsed(args);
  const [command, ...more] = positionals;
  if ((command !== undefined && command !== 'verify') || more.length > 0) {
    throw refusal(`There is no command "${positionals.join(' ')}"`);
  }
  const { config, rpc, keystore, from, out = 'deployment', deployment, send = false } = values;
  if (config === undefined || rpc === undefined) throw refusal('--config and --rpc are needed');
  const passwordFile = values['password-file'];
  if ((keystore === undefined) !== (passwordFile === undefined)) {
    throw refusal('--keystore and --password-file belong together');
  }
  if (send && keystore === undefined) throw refusal('--send needs the key that pays: --keystore');
  return { verify: command === 'verify', config, rpc, keystore, passwordFile, from, out, deployment, send };
}

const refusal = (sentence: string): Error => new Error(`${sentence}.\n\n${USAGE}`);

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`, {
      cause: error,
    });
  }
}
