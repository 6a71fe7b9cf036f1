import { type Given, givenIn } from './given';
import { readFlags } from '../../../kit/command-line/read-flags';
import { portBase } from './ports';
import { type Scale, scaleOf } from './scale';
import { type Ports, portsFrom } from '../../../kit/running/ports';

/** What a start is told by its command line and environment. */
export interface Settings {
  readonly reset: boolean;
  readonly demo: boolean;
  /** Whether a remote signer holds the keys, instead of the services themselves. */
  readonly remoteSigner: boolean;
  /** Whether Prometheus is started beside the exchange. */
  readonly observe: boolean;
  readonly dataDir: string;
  readonly ports: Ports;
  readonly scale: Scale;
  /** Name in the contract's signing domain. */
  readonly name: string;
  readonly given: Given;
  /** What `npm run deploy-contract` left: that exchange is used, with keys that are given, and none deployed. */
  readonly deploymentFile: string | undefined;
  readonly natsServer: string | undefined;
  readonly prometheus: string | undefined;
  /** The folder of Prometheus' rules; undefined: that of the repository. */
  readonly rules: string | undefined;
  /** Between two blocks of the chain that is started; undefined: as usual. */
  readonly blockMs: number | undefined;
}

const FLAGS = ['data-dir', 'port-base', 'scale'] as const;
const SWITCHES = ['reset', 'demo', 'observe', 'remote-signer'] as const;
const USAGE = 'npm start -- --help says which options there are.';
const DATA_DIR = '.exchange';
const NAME = 'Exchange';
/** The contract keeps the name in one word. */
const NAME_BYTES_MAX = 31;
const BLOCK_MS = { least: 100, most: 10_000 };

/** Throws, saying what would be right, on an unknown option or an unusable value. */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const { reset, demo, observe, ...chosen } = readFlags(FLAGS, args, USAGE, SWITCHES);
  const name = env['EXCHANGE_NAME'] || NAME;
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) {
    throw new Error(`EXCHANGE_NAME must be at most ${NAME_BYTES_MAX} bytes.`);
  }
  return {
    reset: reset ?? false,
    demo: demo ?? false,
    remoteSigner: chosen['remote-signer'] ?? env['EXCHANGE_REMOTE_SIGNER'] === 'true',
    observe: observe ?? env['EXCHANGE_OBSERVE'] === 'true',
    dataDir: chosen['data-dir'] ?? (env['EXCHANGE_DATA_DIR'] || DATA_DIR),
    ports: portsFrom(portBase(chosen['port-base'] ?? env['EXCHANGE_PORT_BASE'])),
    scale: scaleOf(chosen.scale),
    name,
    given: givenIn(env),
    deploymentFile: deploymentFileIn(env),
    natsServer: env['NATS_SERVER'] || undefined,
    prometheus: env['PROMETHEUS'] || undefined,
    rules: env['EXCHANGE_RULES'] || undefined,
    blockMs: blockMsIn(env),
  };
}

function deploymentFileIn(env: NodeJS.ProcessEnv): string | undefined {
  const file = env['EXCHANGE_DEPLOYMENT'] || undefined;
  if (file !== undefined && !env['CHAIN_URL']) {
    throw new Error('EXCHANGE_DEPLOYMENT needs the chain on which that exchange is: CHAIN_URL=http://…');
  }
  return file;
}

function blockMsIn(env: NodeJS.ProcessEnv): number | undefined {
  const text = env['CHAIN_BLOCK_MS'] || undefined;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < BLOCK_MS.least || value > BLOCK_MS.most) {
    throw new Error(`CHAIN_BLOCK_MS must be from ${BLOCK_MS.least} to ${BLOCK_MS.most}, not ${text}.`);
  }
  return value;
}
