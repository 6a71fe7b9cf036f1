import { RestClient } from '@exchange/client';
import { WebSocket } from 'ws';
import type { App } from '../settings/app-environment';
import { until } from '../../../kit/until';
import { MARKETS } from '../../../kit/listing/listed';
import type { Ports } from '../../../kit/running/ports';

const EVERY_MS = 100;
const READY_MS_MAX = 120_000;

/** Undefined when ready, else what the app says it lacks. */
async function lacking(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    return response.ok ? undefined : await response.text();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return `it doesn't answer (${cause?.code ?? String(error)})`;
  }
}

/** Waits until the app says that it can do its work. */
export async function appReady(app: App, ports: Ports): Promise<void> {
  let last: string | undefined;
  await until(
    async () => {
      last = await lacking(ports[app]);
      return last === undefined ? true : undefined;
    },
    {
      everyMs: EVERY_MS,
      timeoutMs: READY_MS_MAX,
      failure: () => `${app} isn't ready after ${READY_MS_MAX / 1000} s: ${last ?? ''}`,
    },
  );
}

async function restAnswers(url: string): Promise<void> {
  const rest = new RestClient(url);
  await rest.config();
  const { markets } = await rest.listed();
  for (const market of MARKETS.map((pair) => pair.join(''))) {
    if (markets[market]?.status !== 'open') throw new Error(`${market} isn't open yet`);
    await rest.orderBook(market);
  }
}

function websocketAnswers(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/ws/v1`);
    socket.once('message', () => {
      socket.close();
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the websocket was closed without a word'));
    });
  });
}

/** Waits until both gateways show every market, which they have from the engine: an order would be accepted. */
export async function exchangeReady(rest: string, ws: string): Promise<void> {
  let last = '';
  await until(
    async () => {
      try {
        await Promise.all([restAnswers(rest), websocketAnswers(ws)]);
        return true;
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
        return undefined;
      }
    },
    {
      everyMs: EVERY_MS,
      timeoutMs: READY_MS_MAX,
      failure: () => `the markets aren't open after ${READY_MS_MAX / 1000} s: ${last}`,
    },
  );
}
