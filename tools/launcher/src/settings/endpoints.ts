import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { APPS } from './app-environment';
import type { LocalDeployment } from '../chain/deploy';
import { type DevKey, devAccounts, limitedAccounts } from '../chain/dev-keys';
import type { Ports } from './ports';

/** The content of endpoints.json: all that a tool needs to use the exchange. */
export interface Endpoints {
  readonly rest: string;
  readonly ws: string;
  readonly rpc: string;
  readonly chainId: number;
  readonly contract: string;
  /** Contract addresses by symbol; the zero address is ETH. */
  readonly tokens: Readonly<Record<string, string>>;
  /** They own ETH and every token on the chain, have deposited nothing, and may send as much as they like. */
  readonly accounts: readonly DevKey[];
  /** The same without raised limits: they meet those of docs/interface. */
  readonly limitedAccounts: readonly DevKey[];
}

export const ENDPOINTS_FILE = 'endpoints.json';

export function endpointsOf(ports: Ports, rpc: string, deployment: LocalDeployment): Endpoints {
  return {
    rest: `http://127.0.0.1:${ports.rest}`,
    ws: `ws://127.0.0.1:${ports.websocket}`,
    rpc,
    chainId: deployment.chainId,
    contract: deployment.contract,
    tokens: { ETH: ZERO_ADDRESS, ...deployment.tokens },
    accounts: devAccounts,
    limitedAccounts,
  };
}

/** What is where, for the person at the console. */
export function addressTable(endpoints: Endpoints, ports: Ports, file: string): string[] {
  const health = APPS.map((app) => [`${app} health`, `http://127.0.0.1:${ports[app]}/health/ready`]);
  const tokens = Object.entries(endpoints.tokens).map(([symbol, contract]) => [`token ${symbol}`, contract]);
  const rows = [
    ['REST', `${endpoints.rest}/rest/v1`],
    ['websocket', `${endpoints.ws}/ws/v1`],
    ['chain RPC', `${endpoints.rpc} (chain ${endpoints.chainId})`],
    ['contract', endpoints.contract],
    ...tokens,
    ...health,
    ['interface to read', `${endpoints.rest}/docs`],
    ['accounts and all this for tools', file],
    ['next', 'place an order, in a second terminal: node examples/place-order.mjs'],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', what = '']) => `  ${name.padEnd(width)}  ${what}`);
}
