import type { IncomingMessage } from 'node:http';
import { Inject } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { configObject, type EventNaming, packet, packetText } from '@exchange/core/wire';
import type { RawData, WebSocket } from 'ws';
import { CLOSE, type ClientSocket, Connection } from '../connection/connection';
import { Connections } from '../connection/connections';
import type { QueueLimits } from '../connection/packet-queue';
import { Sending } from '../connection/sending';
import type { Edge } from '../edge';
import { EDGE, QUEUE_LIMITS } from '../tokens';
import { receiveFrame } from './receive-frame';

/** Ids of one start of the process; as many new connections in a millisecond would meet those of the next start. */
const IDS_PER_MS = 1_000;

/** Takes clients and their frames. */
@WebSocketGateway()
export class ClientGateway implements OnGatewayConnection<WebSocket> {
  private lastId: number;

  constructor(
    @Inject(EDGE) private readonly edge: Edge,
    @Inject(Connections) private readonly connections: Connections,
    @Inject(Sending) private readonly sending: Sending,
    @Inject(QUEUE_LIMITS) private readonly limits: QueueLimits,
  ) {
    this.lastId = edge.clock.now() * IDS_PER_MS;
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const { edge } = this;
    this.lastId += 1;
    const connection = new Connection({
      id: this.lastId,
      socket: clientSocket(socket),
      naming: namingOf(request),
      limits: this.limits,
      sending: this.sending,
      now: edge.clock.now(),
    });
    this.connections.add(connection);
    socket.on('message', (data: RawData, isBinary: boolean) => {
      connection.heardAt = edge.clock.now();
      if (isBinary) connection.close(CLOSE.binaryFrame, 'frames must be text');
      else receiveFrame(textOf(data), connection, edge);
    });
    socket.on('pong', () => {
      connection.heardAt = edge.clock.now();
    });
    // A broken frame or socket: ws closes with the fitting code by itself.
    socket.on('error', (error) => edge.log.debug({ err: error, connection: connection.id }, 'socket error'));
    socket.on('close', () => this.forget(connection));
    const config = configObject({ ...edge.deployment, time: edge.clock.now() });
    connection.push(packetText(packet(0, 'config', config)));
  }

  private forget(connection: Connection): void {
    connection.end();
    this.edge.channels.drop(connection);
    this.connections.remove(connection);
  }
}

const clientSocket = (socket: WebSocket): ClientSocket => ({
  get bufferedAmount() {
    return socket.bufferedAmount;
  },
  send: (frame, sent) => socket.send(frame, { binary: false }, sent),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
  ping: () => socket.ping(),
});

const namingOf = ({ url }: IncomingMessage): EventNaming =>
  new URLSearchParams(url?.split('?')[1]).get('events') === 'distinct' ? 'distinct' : 'seed';

function textOf(data: RawData): string {
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return Array.isArray(data) ? Buffer.concat(data).toString() : data.toString();
}
