import { RestClient } from '@exchange/client';
import { WebSocket } from 'ws';
import { healthOf, type ShownProcess } from '../settings/processes';
import { until } from '../../../kit/until';
import { MARKETS } from '../../../kit/listing/listed';
import type { Endpoints } from '../../../kit/running/endpoints';

/** A dozen processes are asked while they start, and more often would take from them what they start with. */
const EVERY_MS = 250;
const READY_MS_MAX = 120_000;

/** Undefined when ready, else what the app says it lacks. */
async function lacking(health: string): Promise<string | undefined> {
  try {
    const response = await fetch(health);
    return response.ok ? undefined : await response.text();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return `it doesn't answer (${cause?.code ?? String(error)})`;
  }
}

/** Waits until the process says that it can do its work, or stands by for the one that does. */
export async function appReady(own: ShownProcess): Promise<void> {
  let last: string | undefined;
  await until(
    async () => {
      last = await lacking(healthOf(own));
      return last === undefined ? true : undefined;
    },
    {
      everyMs: EVERY_MS,
      timeoutMs: READY_MS_MAX,
      failure: () => `${own.name} isn't ready after ${READY_MS_MAX / 1000} s: ${last ?? ''}`,
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

/** Waits until all gateways show every market, which they have from the engine: an order would be accepted. */
export async function exchangeReady({ rest, ws }: Endpoints['gateways']): Promise<void> {
  let last = '';
  await until(
    async () => {
      try {
        await Promise.all([...rest.map(restAnswers), ...ws.map(websocketAnswers)]);
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
