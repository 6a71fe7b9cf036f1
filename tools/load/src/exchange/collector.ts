import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector of traces that takes all and keeps nothing but how many requests it took. */
export interface Collector {
  readonly url: string;
  readonly taken: () => number;
  close(): void;
}

/** Opens a collector on a free port of this machine. */
export async function openCollector(): Promise<Collector> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      taken += 1;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken: () => taken,
    close: () => void server.close().closeAllConnections(),
  };
}
