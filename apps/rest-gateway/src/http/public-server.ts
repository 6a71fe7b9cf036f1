import 'reflect-metadata';
import type { Duplex } from 'node:stream';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { limitsView } from '@exchange/core/wire';
import { BrokenRequests, measureRequests, traceRequests } from '@exchange/edge/http';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { CLOCK } from '@exchange/edge/service-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BarsController } from '../inbox/bars';
import { ConfigController } from '../inbox/deployment';
import { ListedController } from '../inbox/listed';
import { OrderBookController } from '../inbox/order-book';
import { PageController } from '../inbox/page';
import { ReferenceController } from '../inbox/reference';
import { SolvencyController } from '../inbox/solvency';
import { TickerController } from '../inbox/ticker';
import { TickersController } from '../inbox/tickers';
import { TimeController } from '../inbox/time';
import { TokenInfoController } from '../inbox/token-info';
import { TradesController } from '../inbox/trades';
import { tellDataAge } from './data-age';
import { addressOf, prepareEveryRequest } from './every-request';
import { answerError, FailureFilter } from './failure-filter';
import { CLIENT_LIMITS, DEPLOYMENT, type PublicParts, WEB_PAGE } from './public-parts';

/** As long as a whole request may be (Node: http.maxHeaderSize). */
const PATH_MAX = 16_384;

/** The public endpoints. */
@Module({})
class PublicModule {
  static with({
    markets,
    owners,
    deployment,
    clock,
    ranges,
    trustedProxies,
    page,
  }: PublicParts): DynamicModule {
    return {
      module: PublicModule,
      controllers: [
        ...[OrderBookController, TradesController, TickerController, BarsController, ListedController],
        ...[TickersController, TokenInfoController, ConfigController, TimeController, ReferenceController],
        ...[SolvencyController, PageController],
      ],
      providers: [
        { provide: LiveMarkets, useValue: markets },
        { provide: OwnerQueries, useValue: owners },
        { provide: DEPLOYMENT, useValue: deployment },
        { provide: WEB_PAGE, useValue: page },
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

/** The public HTTP server, not listening yet; `stopServing` ends it. Health and metrics are on the internal port only. */
export async function createPublicServer(parts: PublicParts): Promise<NestFastifyApplication> {
  const { log } = parts;
  const broken = new BrokenRequests();
  const adapter = new FastifyAdapter({
    // What Node.js and the framework would answer by themselves comes without envelope.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    // No name in a path is too long to be looked for: the limit of a request's head holds.
    routerOptions: { maxParamLength: PATH_MAX },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Duplex) => broken.answer(error, socket),
    // A malformed URL never gets as far as the hooks.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerError(error, request, reply.header('access-control-allow-origin', '*'), log),
  });
  const app = await NestFactory.create<NestFastifyApplication>(PublicModule.with(parts), adapter, {
    logger: false,
    abortOnError: false,
  });
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onRequest', ({ raw }: FastifyRequest, reply: FastifyReply, done: () => void) => {
    broken.begins(raw, reply.raw);
    done();
  });
  traceRequests(instance);
  measureRequests(instance, parts.meters);
  prepareEveryRequest(instance, parts);
  tellDataAge(instance, parts);
  broken.refuseBroken(app.getHttpServer());
  app.useGlobalFilters(new FailureFilter(log));
  await app.init();
  return app;
}
