import { lensAddress, routerAddress } from '@exchange/contract/chain';
import { present, type ServiceName, withoutSecrets, ZERO_ADDRESS } from '@exchange/core/kernel';
import { type AppProcess, healthOf, type ShownProcess } from './processes';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import { devAccounts, limitedAccounts } from '../../../kit/chain/dev-keys';
import { textTable } from '../../../kit/text-table';
import type { Endpoints } from '../../../kit/running/endpoints';

export function endpointsOf(
  processes: readonly AppProcess[],
  shown: readonly ShownProcess[],
  places: Pick<Endpoints, 'rpc' | 'prometheus'>,
  deployment: LocalDeployment,
): Endpoints {
  const portsOf = (gateway: ServiceName) =>
    processes.flatMap(({ app, publicPort }) => (app === gateway && publicPort ? [publicPort] : []));
  const rest = portsOf('rest-gateway').map((port) => `http://127.0.0.1:${port}`);
  const ws = portsOf('ws-gateway').map((port) => `ws://127.0.0.1:${port}`);
  const desk = portsOf('operator-gateway').map((port) => `http://127.0.0.1:${port}`);
  return {
    rest: present(rest[0], 'REST gateway'),
    ws: present(ws[0], 'websocket gateway'),
    gateways: { rest, ws },
    processes: shown.map((one) => ({ name: one.name, app: one.app, health: healthOf(one) })),
    operator: present(desk[0], 'desk'),
    ...places,
    chainId: deployment.chainId,
    contract: deployment.contract,
    lens: lensAddress(deployment.contract),
    depositRouter: routerAddress(deployment.contract),
    tokens: { ETH: ZERO_ADDRESS, ...deployment.tokens },
    accounts: devAccounts,
    limitedAccounts,
  };
}

/** What is where, for the person at the console. */
export function addressTable(endpoints: Endpoints, file: string): string[] {
  const { gateways, processes } = endpoints;
  const health = processes.map(({ name, health: url }) => [`${name} health`, url]);
  const tokens = Object.entries(endpoints.tokens).map(([symbol, contract]) => [`token ${symbol}`, contract]);
  const rows = [
    ['trading page', `${endpoints.rest}/`],
    ...gateways.rest.map((url) => ['REST', `${url}/rest/v1`]),
    ...gateways.ws.map((url) => ['websocket', `${url}/ws/v1`]),
    ["operators' desk", `${endpoints.operator ?? ''} (people: operators.json)`],
    ...(endpoints.prometheus === undefined ? [] : [['Prometheus', endpoints.prometheus]]),
    ['chain RPC', `${withoutSecrets(endpoints.rpc)} (chain ${endpoints.chainId})`],
    ['contract', endpoints.contract],
    ...tokens,
    ...health,
    ['interface to read', `${endpoints.rest}/docs`],
    ['accounts and all this for tools', file],
    ['next', 'place an order, in a second terminal: node examples/place-order.mjs'],
  ];
  return textTable(rows, ['left', 'left']).map((line) => `  ${line}`);
}
