import { createServer } from 'node:net';
import { portsFrom } from '../../../kit/running/ports';

const DEFAULT_PORT_BASE = 8080;
const PORT_MAX = 65_535;

/** The base as EXCHANGE_PORT_BASE or --port-base has it. Throws, saying what would be right, on anything but a usable port. */
export function portBase(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT_BASE;
  const highest = PORT_MAX - Math.max(...Object.values(portsFrom(0)));
  const base = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (base < 1 || base > highest) {
    throw new Error(
      `EXCHANGE_PORT_BASE (or --port-base) is "${text}"; it must be a whole number from 1 to ${highest}.`,
    );
  }
  return base;
}

/** Why nothing can listen on the port of this machine, as the system calls it; undefined if it can. Tried by listening. */
async function refusal(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      resolve(code ?? message);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** Whether the port of this machine can be listened on. */
export const isFree = async (port: number): Promise<boolean> => (await refusal(port)) === undefined;

/** What is wrong with ports that the system refuses so, after their names. */
export function complaint(code: string): string {
  if (code === 'EADDRINUSE') return 'taken by another program. Stop it, or choose other ports';
  if (code === 'EACCES')
    return 'not allowed for this user (EACCES; most systems keep those below 1024). Choose others';
  return `not usable (${code}). Choose others`;
}

/** A port that is needed, and for what. */
export type NeededPort = readonly [name: string, port: number];

/** Throws, naming every port that can't be used, why, and what to do, unless all of `needed` can. */
export async function requireFree(needed: readonly NeededPort[]): Promise<void> {
  const refused = new Map<string, string[]>();
  for (const [name, port] of needed) {
    const code = await refusal(port);
    if (code === undefined) continue;
    refused.set(code, [...(refused.get(code) ?? []), `${port} (${name})`]);
  }
  if (refused.size === 0) return;
  const sentences = [...refused].map(
    ([code, names]) =>
      `${names.length === 1 ? 'Port' : 'Ports'} ${names.join(', ')} ${complaint(code)}: EXCHANGE_PORT_BASE=9080 npm start`,
  );
  throw new Error(sentences.join('\n'));
}
