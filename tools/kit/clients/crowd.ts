import type { ConfigObject } from '@exchange/core/wire';
import { present } from '@exchange/core/kernel';
import type { Keccak256 } from '@exchange/core/order';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevKey } from '../chain/dev-keys';
import { closeChain, openChain } from '../chain/open-chain';
import type { Endpoints } from '../running/endpoints';
import { until } from '../until';
import { deposit, loadKeys, MEANS, QUOTE } from './accounts';

import { LoadConnection } from './connection';
import { LoadKey } from './load-key';

const CREDIT_MS_MAX = 120_000;
/** An address may open only so many connections in a moment, whatever its limit. */
const LOGINS_AT_ONCE = 20;

/** An account of the load with its connections. */
export interface LoadClient {
  readonly key: LoadKey;
  readonly devKey: DevKey;
  readonly connection: LoadConnection;
}

/** The clients of a load: `clients[n]` belongs to account `n % accounts`. */
export interface Crowd {
  readonly config: ConfigObject;
  readonly clients: readonly LoadClient[];
  close(): void;
}

let lastNonce = 0;
function loginNonce(): number {
  lastNonce = Math.max(lastNonce + 1, Date.now());
  return lastNonce;
}

async function enter(ws: string, devKey: DevKey, keccak: Keccak256) {
  const key = new LoadKey(devKey, keccak);
  const { connection, config } = await LoadConnection.open(ws);
  await connection.login(key, (config as ConfigObject).name, loginNonce());
  return { client: { key, devKey, connection }, config: config as ConfigObject };
}

/** Usable smallest units by symbol. */
async function usable({ connection }: LoadClient): Promise<(symbol: string) => bigint> {
  const rows = (await connection.ask({ c: 'getBalanceSnapshot' }, 'bs')) as string[][];
  const amounts = new Map(rows.map(([symbol = '', , free = '0']) => [symbol, BigInt(free)]));
  return (symbol) => amounts.get(symbol) ?? 0n;
}

/** Cancels all open orders of an account. */
export async function clear({ connection }: LoadClient): Promise<void> {
  await connection.ask({ c: 'cancelOrders' }, 'm', 'o', 'b');
}

async function fund(clients: readonly LoadClient[], endpoints: Endpoints): Promise<void> {
  const { ether, quote } = MEANS;
  // What an earlier load left here is usable again, and meets nobody.
  await Promise.all(clients.map(clear));
  const lackOf = async (client: LoadClient) => {
    const has = await usable(client);
    // Half of it is enough for a second load.
    const [lacksEther, lacksQuote] = [has('ETH') < ether / 2n, has(QUOTE) < quote / 2n];
    return { key: client.devKey, ether: lacksEther ? ether : 0n, quote: lacksQuote ? quote : 0n };
  };
  const lacks = (await Promise.all(clients.map(lackOf))).filter((lack) => lack.ether + lack.quote > 0n);
  if (lacks.length === 0) return;
  const provider = await openChain(endpoints.rpc);
  try {
    await deposit(provider, endpoints, QUOTE, lacks);
  } finally {
    await closeChain(provider);
  }
  const allCredited = async () => {
    for (const client of clients) {
      const has = await usable(client);
      if (has('ETH') < ether / 2n || has(QUOTE) < quote / 2n) return undefined;
    }
    return true;
  };
  const failure = () => `deposits of the load's accounts weren't credited in ${CREDIT_MS_MAX / 1000} s`;
  await until(allCredited, { everyMs: 500, timeoutMs: CREDIT_MS_MAX, failure });
}

/** Connects and logs in `connections` clients of `accounts` accounts, and has each account deposit what it needs. */
export async function gather(
  endpoints: Endpoints,
  { accounts, connections }: { accounts: number; connections: number },
  keccak: Keccak256,
): Promise<Crowd> {
  const keys = loadKeys(accounts);
  const clients: LoadClient[] = [];
  let config: ConfigObject | undefined;
  for (let from = 0; from < connections; from += LOGINS_AT_ONCE) {
    const some = Array.from({ length: Math.min(LOGINS_AT_ONCE, connections - from) }, (_, at) =>
      enter(endpoints.ws, present(keys[(from + at) % accounts], 'a key'), keccak),
    );
    for (const entered of await Promise.all(some)) {
      clients.push(entered.client);
      config = entered.config;
    }
    await delay(0);
  }
  await fund(clients.slice(0, accounts), endpoints);
  return {
    config: present(config, 'the configuration'),
    clients,
    close: () => {
      for (const { connection } of clients) connection.close();
    },
  };
}
