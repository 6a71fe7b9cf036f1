import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Edge } from '../edge';
import { ClientGateway } from '../inbox/client-gateway';
import { EDGE, QUEUE_LIMITS } from '../tokens';
import { Connections } from './connections';
import type { QueueLimits } from './packet-queue';
import { Sending } from './sending';
import { SocketAdapter } from './socket-adapter';

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

/** The public server with nothing but /ws/v1, not listening yet. */
export async function createPublicServer(parts: PublicServerParts): Promise<PublicServer> {
  const app = await NestFactory.create<NestFastifyApplication>(
    PublicModule.with(parts),
    new FastifyAdapter(),
    { logger: false, abortOnError: false, forceCloseConnections: true },
  );
  const adapter = new SocketAdapter(app.getHttpServer());
  app.useWebSocketAdapter(adapter);
  await app.init();
  return { app, adapter };
}
