import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Inject } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { type Rejection } from '@exchange/core/kernel';
import {
  configObject,
  type Dialect,
  errorPacket,
  frameText,
  limitsView,
  packet,
  packetText,
  readDialect,
} from '@exchange/core/wire';
import { clientAddress } from '@exchange/edge/limits';
import type { RawData, WebSocket } from 'ws';
import { WrittenSocket } from '../connection/client-socket';
import { CLOSE, Connection } from '../connection/connection';
import { Connections } from '../connection/connections';
import { FrameIntake } from '../connection/frame-intake';
import type { QueueLimits } from '../connection/packet-queue';
import { Sending } from '../connection/sending';
import type { Edge } from '../edge';
import { EDGE, QUEUE_LIMITS } from '../tokens';
import { receiveFrame } from './receive-frame';

/** Ids of one start of the process; as many new connections in a millisecond would meet those of the next start. */
const IDS_PER_MS = 1_000;

/** A refused client that doesn't answer the close. */
const REFUSED_MS_MAX = 1_000;

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
    // A broken frame or socket: ws closes with the fitting code by itself.
    socket.on('error', (error) => this.edge.log.debug({ err: error }, 'socket error'));
    const address = this.addressOf(request);
    const admitted = this.edge.addresses.admit(address, this.edge.clock.steady());
    if (!admitted.ok) {
      this.edge.meters.limited('connections');
      return turnAway(socket, admitted);
    }
    const dialect = readDialect(queryOf(request));
    if (dialect.ok) return this.take(socket, request.socket, address, dialect.value);
    this.edge.addresses.leave(address);
    turnAway(socket, dialect);
  }

  private take(socket: WebSocket, network: Socket, address: string, dialect: Dialect): void {
    const { edge } = this;
    this.lastId += 1;
    const connection = new Connection({
      id: this.lastId,
      socket: new WrittenSocket(socket, network),
      address,
      dialect,
      limits: this.limits,
      sending: this.sending,
      dropped: (reason) => edge.meters.dropped(reason),
      now: edge.clock.steady(),
    });
    this.connections.add(connection);
    const intake = new FrameIntake({
      socket,
      now: () => edge.clock.steady(),
      soon: setImmediate,
      later: setTimeout,
    });
    const hear = () => {
      connection.heardAt = edge.clock.steady();
    };
    socket.on('message', (data: RawData, isBinary: boolean) => {
      hear();
      intake.receive(
        isBinary ? () => refuseBinary(connection) : () => receiveFrame(textOf(data), connection, edge),
      );
    });
    socket.on('ping', (data: Buffer) => {
      hear();
      intake.waste(1);
      // One that sends pings and takes nothing would fill our memory with pongs.
      if (socket.bufferedAmount <= this.limits.slowBytes) socket.pong(data);
    });
    socket.on('pong', hear);
    socket.on('close', () => {
      intake.end();
      this.forget(connection);
    });
    const limits = limitsView(edge.ranges.limits(address));
    const told = { ...edge.markets.listing()?.told, limits, time: edge.clock.now() };
    const config = configObject({ ...edge.deployment, ...told });
    connection.push(packetText(packet(0, 'config', config)));
  }

  private addressOf({ socket, headers }: IncomingMessage): string {
    const seen = { socket: socket.remoteAddress, forwardedFor: headers['x-forwarded-for'] };
    return clientAddress(seen, this.edge.trustedProxies);
  }

  private forget(connection: Connection): void {
    connection.end();
    this.edge.addresses.leave(connection.address);
    this.edge.channels.drop(connection);
    this.edge.rates.drop(connection);
    this.edge.chain.leave(connection);
    this.edge.exchange.drop(connection);
    this.connections.remove(connection);
  }
}

/** The handshake is done: one `e` packet says why, then 1008 (docs/interface, the address). */
function turnAway(socket: WebSocket, refusal: Rejection): void {
  socket.send(frameText([packetText(errorPacket(refusal))]));
  socket.close(CLOSE.refused, refusal.code);
  const timer = setTimeout(() => socket.terminate(), REFUSED_MS_MAX);
  socket.once('close', () => clearTimeout(timer));
}

/** Counts for nothing more: it is the connection's last frame. */
function refuseBinary(connection: Connection): number {
  connection.close(CLOSE.binaryFrame, 'frames must be text');
  return 0;
}

const queryOf = ({ url = '' }: IncomingMessage): string =>
  url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';

function textOf(data: RawData): string {
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return Array.isArray(data) ? Buffer.concat(data).toString() : data.toString();
}
