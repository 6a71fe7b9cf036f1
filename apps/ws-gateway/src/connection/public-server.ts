import 'reflect-metadata';
import type { Duplex } from 'node:stream';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BrokenRequests, rawFailure } from '@exchange/edge/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Edge } from '../edge';
import { ClientGateway } from '../inbox/client-gateway';
import { EDGE, QUEUE_LIMITS } from '../tokens';
import { Connections } from './connections';
import type { QueueLimits } from './packet-queue';
import { Sending } from './sending';
import { PATH, SocketAdapter } from './socket-adapter';

const REQUEST_MS_MAX = 10_000;

export interface PublicServerParts {
  readonly edge: Edge;
  readonly connections: Connections;
  readonly limits: QueueLimits;
}

export interface PublicServer {
  readonly app: NestFastifyApplication;
  readonly adapter: SocketAdapter;
}

@Module({})
class PublicModule {
  static with({ edge, connections, limits }: PublicServerParts): DynamicModule {
    return {
      module: PublicModule,
      providers: [
        { provide: EDGE, useValue: edge },
        { provide: Connections, useValue: connections },
        { provide: QUEUE_LIMITS, useValue: limits },
        { provide: Sending, useValue: new Sending((run) => setImmediate(run)) },
        ClientGateway,
      ],
    };
  }
}

const UPGRADE = { upgrade: 'websocket', connection: 'Upgrade' };
const WEBSOCKETS_ONLY = rawFailure(
  426,
  'noSuchRoute',
  `this is a websocket endpoint: connect to ${PATH} with a websocket client`,
  UPGRADE,
);

/** Whoever comes without asking for a websocket (RFC 9110, 15.5.22). */
function refuseRequest(_request: FastifyRequest, reply: FastifyReply): void {
  const { code, headers, body } = WEBSOCKETS_ONLY;
  void reply.code(code).headers(headers).send(body);
}

/** The public server with nothing but /ws/v1, not listening yet. */
export async function createPublicServer(parts: PublicServerParts): Promise<PublicServer> {
  const broken = new BrokenRequests();
  const app = await NestFactory.create<NestFastifyApplication>(
    PublicModule.with(parts),
    new FastifyAdapter({
      http: { requireHostHeader: false },
      return503OnClosing: false,
      clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex) => broken.answer(error, socket),
      frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
        refuseRequest(request, reply),
    }),
    { logger: false, abortOnError: false, forceCloseConnections: true },
  );
  const http = app.getHttpServer();
  // Nobody may hold a socket without ever asking for something.
  http.headersTimeout = REQUEST_MS_MAX;
  http.requestTimeout = REQUEST_MS_MAX;
  broken.refuseBroken(http);
  app.getHttpAdapter().getInstance().addHook('onRequest', refuseRequest);
  const adapter = new SocketAdapter(http);
  app.useWebSocketAdapter(adapter);
  await app.init();
  return { app, adapter };
}
