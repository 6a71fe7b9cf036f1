import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of an HTTP server, and whether they are to be kept. */
export class HttpClients {
  private readonly open = new Set<Socket>();
  private server: Server | undefined;
  private leaving = false;

  get size(): number {
    return this.open.size;
  }

  watch(server: Server): void {
    this.server = server;
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      if (this.leaving) response.shouldKeepAlive = false;
    });
  }

  /** Every connection is closed after its next answer, and those that wait for nothing now. */
  letGo(): void {
    this.leaving = true;
    this.server?.closeIdleConnections();
  }

  keepAgain(): void {
    this.leaving = false;
  }
}
