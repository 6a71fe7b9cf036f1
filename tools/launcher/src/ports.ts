import { createServer } from 'node:net';

/** Where each part listens, counted from EXCHANGE_PORT_BASE. Tools rely on these offsets. */
const OFFSETS = {
  rest: 0,
  websocket: 1,
  operator: 2,
  'rest-gateway': 3,
  'ws-gateway': 4,
  'account-service': 5,
  'matching-engine': 6,
  'market-data': 7,
  'chain-watcher': 8,
  'settlement-service': 9,
  chain: 10,
  postgres: 11,
  nats: 12,
} as const;

export type Part = keyof typeof OFFSETS;
export type Ports = Readonly<Record<Part, number>>;

export const DEFAULT_PORT_BASE = 8080;
const PORT_MAX = 65_535;

const parts = Object.entries(OFFSETS) as [Part, number][];

/** The base as EXCHANGE_PORT_BASE has it. Throws, saying what would be right, on anything but a usable port. */
export function portBase(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT_BASE;
  const highest = PORT_MAX - Math.max(...Object.values(OFFSETS));
  const base = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (base < 1 || base > highest) {
    throw new Error(`EXCHANGE_PORT_BASE is "${text}"; it must be a whole number from 1 to ${highest}.`);
  }
  return base;
}

/** The port of every part. The names of services stand for their internal port: health and metrics. */
export function portsFrom(base: number): Ports {
  return Object.fromEntries(parts.map(([part, offset]) => [part, base + offset])) as Ports;
}

/** Whether nothing listens on the port of this machine, tried by listening. */
export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** Throws, naming every port that something else has taken and what to do, unless all of `needed` are free. */
export async function requireFree(ports: Ports, needed: readonly Part[]): Promise<void> {
  const tried = await Promise.all(
    needed.map(async (part) => ({ part, port: ports[part], free: await isFree(ports[part]) })),
  );
  const taken = tried.filter(({ free }) => !free).map(({ part, port }) => `${port} (${part})`);
  if (taken.length === 0) return;
  throw new Error(
    `${taken.length === 1 ? 'Port' : 'Ports'} ${taken.join(', ')} taken by another program. ` +
      'Stop it, or choose other ports: EXCHANGE_PORT_BASE=9080 npm start',
  );
}
