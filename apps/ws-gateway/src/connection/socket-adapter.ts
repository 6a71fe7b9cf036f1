import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketAdapter } from '@nestjs/common';
import { FRAME_LIMITS } from '@exchange/core/wire';
import { type RawAnswer, rawFailure, rawText } from '@exchange/edge/http';
import { type WebSocket, WebSocketServer } from 'ws';

/** Where the websocket is. */
export const PATH = '/ws/v1';
/** A client that doesn't answer a close is dropped. One that reads slowly has to come so far first. */
const CLOSE_MS_MAX = 60_000;
/** A UTF-16 unit has at most three bytes in UTF-8, so that a frame within the limit always fits. */
const FRAME_BYTES_MAX = FRAME_LIMITS.characters * 3;

const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  // Compression would cost memory for each connection and encode every frame for each again.
  perMessageDeflate: false,
  maxPayload: FRAME_BYTES_MAX,
  // See ClientGateway: nobody may make us queue pongs without end.
  autoPong: false,
  closeTimeout: CLOSE_MS_MAX,
};

/**
 * Websockets at /ws/v1 without Nest's own framing, which drops bad JSON, arrays and unknown events silently: the
 * gateway reads every frame itself.
 */
export class SocketAdapter implements WebSocketAdapter<WebSocketServer, WebSocket, object> {
  private closed = false;

  constructor(private readonly http: Server) {}

  create(): WebSocketServer {
    const server = new WebSocketServer(SERVER_OPTIONS);
    server.on('wsClientError', ({ message }, socket) => refuse(socket, badHandshake(message)));
    this.http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (this.closed) refuse(socket, STOPPING);
      else if (request.url?.split('?')[0] !== PATH) refuse(socket, ELSEWHERE);
      else
        server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
    });
    return server;
  }

  bindClientConnect(server: WebSocketServer, callback: (client: WebSocket) => void): void {
    server.on('connection', callback);
  }

  bindMessageHandlers(): void {
    // Nothing is bound by name: see ClientGateway.
  }

  closeClient(client: WebSocket): void {
    client.close(1012, 'starting');
  }

  /** From now on no connection is taken. */
  stopAccepting(): void {
    this.closed = true;
  }

  acceptAgain(): void {
    this.closed = false;
  }

  close(server: WebSocketServer): void {
    server.close();
  }

  /** Called by Nest after every server was closed: nothing else is held. */
  async dispose(): Promise<void> {
    this.stopAccepting();
  }
}

const STOPPING = rawFailure(503, 'unavailable', 'this gateway is stopping; connect again');
const ELSEWHERE = rawFailure(404, 'noSuchRoute', `websockets are at ${PATH}`);
/** The versions are those that can be spoken (RFC 6455, 4.4). */
const badHandshake = (message: string): RawAnswer =>
  rawFailure(400, 'invalidParameter', message, { 'Sec-WebSocket-Version': '13, 8' });

function refuse(socket: Duplex, answer: RawAnswer): void {
  socket.on('error', () => socket.destroy());
  socket.end(rawText(answer));
}
