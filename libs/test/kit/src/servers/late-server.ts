import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port';

/** Where nobody listens until it is opened. */
export interface LateServer {
  readonly url: string;
  /** From now on it leads to the target. */
  open(): Promise<void>;
  close(): void;
}

/** An address at which the server `target` can be reached later. */
export async function lateServer(target: string): Promise<LateServer> {
  const { hostname, port: targetPort } = new URL(target);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(Number(targetPort), hostname);
    for (const [from, to] of [[client, behind] as const, [behind, client] as const]) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  return {
    url: `http://127.0.0.1:${port}`,
    open: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
