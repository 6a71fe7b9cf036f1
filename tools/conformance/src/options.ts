import { present } from '@exchange/core/kernel';
import { HDNodeWallet } from 'ethers';
import { readFlags } from '../../launcher/src/settings/read-flags';
import { dataFolder, runningExchange } from '../../launcher/src/running-exchange';

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

// The mnemonic that every development chain knows; an account at its end, which nothing else uses.
const DEV_MNEMONIC = 'test test test test test test test test test test test junk';
const DEV_PATH = "m/44'/60'/0'/0/23";

const FLAGS = ['rest', 'ws', 'rpc', 'key', 'only'] as const;

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const values = readFlags(FLAGS, args, USAGE);
  const isTold = values.rest !== undefined && values.ws !== undefined && values.rpc !== undefined;
  const running = isTold ? undefined : runningExchange(dataFolder(environment));
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

const developmentKey = (): string => HDNodeWallet.fromPhrase(DEV_MNEMONIC, undefined, DEV_PATH).privateKey;
