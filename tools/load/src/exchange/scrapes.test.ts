import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Scrapes } from './scrapes';

const EVERY_MS = 200;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A process that answers its scrapes so; undefined: never. */
async function processOf(status: number | undefined, text = 'up 1'): Promise<string> {
  const server = createServer((_, answer) => {
    if (status !== undefined) answer.writeHead(status).end(text);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`;
}

const scrapesOf = (health: string) => new Scrapes([{ name: 'attester', app: 'attester', health }], EVERY_MS);

it('are of no consequence when all succeed', async () => {
  const scrapes = scrapesOf(await processOf(200));
  await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS + EVERY_MS / 2));
  await expect(scrapes.end()).resolves.toBeUndefined();
});

it.each([
  ['a refusal', 503, 'up 1', 'attester: it answered 503'],
  ['nothing', 200, '', 'attester: it said nothing'],
  ['silence', undefined, '', 'attester: The operation was aborted due to timeout'],
])('that end in %s are counted, and fail the run', async (_, status, text, told) => {
  const scrapes = scrapesOf(await processOf(status, text));
  await expect(scrapes.end()).rejects.toThrow(
    `1 of 1 scrapes of metrics failed, so what they cost was not measured; the first: ${told}`,
  );
});

it('of a process that is away are counted, and fail the run', async () => {
  const health = await processOf(200);
  servers.pop()?.close();
  const scrapes = scrapesOf(health);
  await expect(scrapes.end()).rejects.toThrow(/1 of 1 scrapes.*attester: connect ECONNREFUSED/);
});
