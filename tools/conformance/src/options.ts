import { present } from '@exchange/core/kernel';
import { devAccounts } from '../../kit/chain/dev-keys';
import { readFlags } from '../../kit/command-line/read-flags';
import { runningExchange } from '../../kit/running/running-exchange';

export interface Options {
  readonly rest: string;
  readonly ws: string;
  readonly rpc: string;
  /** Private key of an account that owns ether and listed tokens on the chain; the accounts under test get theirs from it. */
  readonly key: string;
  /** Only cases whose name or section holds this text. */
  readonly only: string | undefined;
}

export const USAGE = `npm run conformance [-- options]: checks a running exchange against the interface, statement by statement

  --rest URL   root of the HTTP interface        (default: the exchange of EXCHANGE_DATA_DIR)
  --ws URL     root of the websocket interface   (default: likewise)
  --rpc URL    JSON-RPC of the exchange's chain  (default: likewise)
  --key HEX    private key of an account that owns ether and every listed token there
               (default: an account of the development chain; also CONFORMANCE_KEY)
  --only TEXT  run only cases whose name or section holds this text
  --help       this text

Nobody else may trade meanwhile, so start the exchange without --demo.
It makes new accounts, gives them a little of each token, and deposits, trades and withdraws with them.
It exits with 1 when a case fails. Use it on test networks: what it deposits isn't all taken back.
`;

const FLAGS = ['rest', 'ws', 'rpc', 'key', 'only'] as const;

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const values = readFlags(FLAGS, args, USAGE);
  const isTold = values.rest !== undefined && values.ws !== undefined && values.rpc !== undefined;
  const running = isTold ? undefined : runningExchange(environment);
  const url = (name: 'rest' | 'ws' | 'rpc'): string => {
    const value = present(values[name] ?? running?.[name], name);
    if (!URL.canParse(value)) {
      throw new Error(`--${name} must be a URL, not ${JSON.stringify(value)}.\n\n${USAGE}`);
    }
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

/** An account of the development chain that nothing else uses. */
const developmentKey = (): string =>
  present(devAccounts.at(-1), 'an account of the development chain').privateKey;
