import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { limitsView } from '@exchange/core/wire';
import { LiveMarkets } from '@exchange/edge/live-market';
import { CLOCK } from '@exchange/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConfigController } from '../inbox/deployment';
import { ListedController } from '../inbox/listed';
import { OrderBookController } from '../inbox/order-book';
import { OwnerQueries } from '../inbox/owner-queries';
import { TickerController } from '../inbox/ticker';
import { TimeController } from '../inbox/time';
import { TokenInfoController } from '../inbox/token-info';
import { TradesController } from '../inbox/trades';
import { addressOf, prepareEveryRequest } from './every-request';
import { answerBrokenRequest, answerError, FailureFilter } from './failure-filter';
import { CLIENT_LIMITS, DEPLOYMENT, type PublicParts } from './public-parts';

/** The public endpoints. */
@Module({})
class PublicModule {
  static with({ markets, owners, deployment, clock, ranges, trustedProxies }: PublicParts): DynamicModule {
    return {
      module: PublicModule,
      controllers: [
        ...[OrderBookController, TradesController, TickerController, ListedController],
        ...[TokenInfoController, ConfigController, TimeController],
      ],
      providers: [
        { provide: LiveMarkets, useValue: markets },
        { provide: OwnerQueries, useValue: owners },
        { provide: DEPLOYMENT, useValue: deployment },
        {
          provide: CLIENT_LIMITS,
          useValue: (request: FastifyRequest) =>
            limitsView(ranges.limits(addressOf(request, trustedProxies))),
        },
        { provide: CLOCK, useValue: clock },
      ],
    };
  }
}

/** The public HTTP server, not listening yet. Health and metrics are on the internal port only. */
export async function createPublicServer(parts: PublicParts): Promise<NestFastifyApplication> {
  const { log, trustedProxies } = parts;
  const adapter = new FastifyAdapter({
    clientErrorHandler: answerBrokenRequest,
    // A malformed URL never gets as far as the hooks.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerError(error, request, reply.header('access-control-allow-origin', '*'), log),
  });
  const app = await NestFactory.create<NestFastifyApplication>(PublicModule.with(parts), adapter, {
    logger: false,
    abortOnError: false,
    forceCloseConnections: true,
  });
  prepareEveryRequest(app.getHttpAdapter().getInstance(), parts.limit, parts.clock, trustedProxies);
  app.useGlobalFilters(new FailureFilter(log));
  await app.init();
  return app;
}
