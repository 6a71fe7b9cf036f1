import { createServer } from 'node:net';

/** Below what whole exchanges take, and what the system gives to connections: one of those might come first. */
const PORTS = { first: 10_000, count: 10_000 };

/** A TCP port of 127.0.0.1 that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
