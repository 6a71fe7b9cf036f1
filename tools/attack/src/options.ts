import { readFlags, wholeNumber } from '../../kit/command-line/read-flags';
import type { Endpoints } from '../../kit/running/endpoints';
import { runningExchange } from '../../kit/running/running-exchange';

export const USAGE = `npm run attack [-- options]: what no client would send, beside some that behave

  --ws URL          root of the websocket interface   (default: the exchange of EXCHANGE_DATA_DIR)
  --rest URL        root of the HTTP interface        (default: likewise)
  --frames N        so many hostile frames (default 10000), and a tenth as many HTTP requests
  --seed N          the same seed sends the same (default 1)
  --connections N   hostile connections at once (default 20)
  --metrics URL,…   /metrics of the gateways (default: where npm start has them)
  --delay-ms N      the p99 of the good clients must stay below (default 100; 0 only reports it)
  --help            this text

On an exchange of npm start an account that has deposited sends every command with every field wrong, too. Ends with 1 when
a process died or grew, when a good client wasn't served, when something was not answered for itself, or on any HTTP 500.
`;

export interface AttackOptions {
  readonly ws: string;
  readonly rest: string;
  readonly frames: number;
  readonly seed: number;
  readonly connections: number;
  readonly metrics: readonly string[];
  readonly delayMsMax: number;
  /** Where an account that misbehaves finds what it needs; undefined when the exchange is none of npm start. */
  readonly endpoints: Endpoints | undefined;
}

const FLAGS = ['ws', 'rest', 'frames', 'seed', 'connections', 'metrics', 'delay-ms'] as const;

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function attackOptions(args: readonly string[], env: NodeJS.ProcessEnv): AttackOptions {
  const values = readFlags(FLAGS, args, USAGE);
  const ws = values.ws ?? runningExchange(env).ws;
  const rest = values.rest ?? runningExchange(env).rest;
  return {
    ...{ ws, rest },
    frames: whole('frames', values.frames ?? '10000'),
    seed: whole('seed', values.seed ?? '1'),
    connections: whole('connections', values.connections ?? '20'),
    metrics: values.metrics?.split(',') ?? [internalUrl(rest), internalUrl(ws.replace(/^ws/, 'http'))],
    delayMsMax: whole('delay-ms', values['delay-ms'] ?? '100'),
    endpoints: values.ws === undefined ? runningExchange(env) : undefined,
  };
}

const whole = (name: string, text: string): number => wholeNumber(name, text, [0, 999_999_999], USAGE);

/** Embedded gateways have their internal port three above the public one. */
function internalUrl(root: string): string {
  const url = new URL(root);
  url.port = String(Number(url.port) + 3);
  return new URL('/metrics', url).href;
}
