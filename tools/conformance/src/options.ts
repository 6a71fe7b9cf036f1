import { parseArgs } from 'node:util';
import { HDNodeWallet } from 'ethers';

export interface Options {
  readonly rest: string;
  readonly ws: string;
  readonly rpc: string;
  /** Private key of an account that owns ether and listed tokens on the chain; the accounts under test get theirs from it. */
  readonly key: string;
  /** Only cases whose name or section holds this text. */
  readonly only: string | undefined;
}

export const USAGE = `Checks a running exchange against the interface, statement by statement.

  npm run conformance -- --rest http://127.0.0.1:8080 --ws ws://127.0.0.1:8081 --rpc http://127.0.0.1:8090

  --rest URL   root of the HTTP interface
  --ws URL     root of the websocket interface
  --rpc URL    JSON-RPC of the exchange's chain
  --key HEX    private key of an account that owns ether and every listed token there
               (default: an account of the development chain; also CONFORMANCE_KEY)
  --only TEXT  run only cases whose name or section holds this text

It makes new accounts, gives them a little of each token, and deposits, trades and withdraws with them.
It exits with 1 when a case fails. Use it on test networks: what it deposits isn't all taken back.`;

// The mnemonic that every development chain knows; an account at its end, which nothing else uses.
const DEV_MNEMONIC = 'test test test test test test test test test test test junk';
const DEV_PATH = "m/44'/60'/0'/0/23";

/** Reads the command line; throws a sentence that says what is missing. Undefined: only help was asked for. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rest: { type: 'string' },
      ws: { type: 'string' },
      rpc: { type: 'string' },
      key: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const url = (name: 'rest' | 'ws' | 'rpc'): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`--${name} URL is missing; see --help`);
    if (!URL.canParse(value)) throw new Error(`--${name} must be a URL, not ${JSON.stringify(value)}`);
    return value.replace(/\/+$/, '');
  };
  return {
    rest: url('rest'),
    ws: url('ws'),
    rpc: url('rpc'),
    key: values.key ?? environment['CONFORMANCE_KEY'] ?? developmentKey(),
    only: values.only,
  };
}

const developmentKey = (): string => HDNodeWallet.fromPhrase(DEV_MNEMONIC, undefined, DEV_PATH).privateKey;
