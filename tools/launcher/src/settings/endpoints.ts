import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { APPS } from './app-environment';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import { devAccounts, limitedAccounts } from '../../../kit/chain/dev-keys';
import { textTable } from '../../../kit/text-table';
import type { Endpoints } from '../../../kit/running/endpoints';
import type { Ports } from '../../../kit/running/ports';

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
  return textTable(rows, ['left', 'left']).map((line) => `  ${line}`);
}
