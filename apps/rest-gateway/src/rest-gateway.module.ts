import path from 'node:path';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Effect } from '@exchange/core/message';
import { deploymentOf } from '@exchange/edge/deployment';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import {
  BUS,
  CLOCK,
  type DrainedPort,
  GatewayDrain,
  LOG,
  METERS,
  PlatformModule,
  READINESS,
  REQUESTER,
  SENDER,
} from '@exchange/edge/service-host';
import { gatewayMetrics } from '@exchange/contract/metrics';
import {
  type Bus,
  type Clock,
  ConfigError,
  inSeconds,
  type Log,
  type Meters,
  processNameOf,
  type Readiness,
  type Requester,
} from '@exchange/platform';
import type { RestGatewayConfig } from './config';
import { measureBooks } from './book-meters';
import { HttpClients } from './http/http-clients';
import { createPublicServer } from './http/public-server';
import { createRequestMeters } from './http/request-meters';
import { stopServing } from './http/stop-serving';
import { readWebPage, type WebPage } from './page/web-page';

/** Where an image has it. */
const PAGE_BESIDE = path.resolve(import.meta.dirname, 'web');

const REST_CONFIG = Symbol('rest-gateway config');

/** Follows the markets and answers on the public port for as long as the process runs. */
@Injectable()
class PublicPort implements DrainedPort, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly markets: LiveMarkets;
  private readonly clients = new HttpClients();
  private readonly drain: GatewayDrain;
  private server: NestFastifyApplication | undefined;

  constructor(
    @Inject(REST_CONFIG) private readonly config: RestGatewayConfig,
    @Inject(BUS) bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
    @Inject(REQUESTER) private readonly requester: Requester,
    @Inject(SENDER) private readonly sender: string,
    @Inject(READINESS) readiness: Readiness,
    @Inject(METERS) private readonly meters: Meters,
  ) {
    const failed = (what: string, cause: unknown) => log.warn({ err: cause }, `${what} failed, trying again`);
    this.markets = new LiveMarkets({ bus, requester, clock, sender, failed });
    const process = processNameOf(config.instance);
    const told = { gateway: 'rest-gateway', process, sender } as const;
    this.drain = new GatewayDrain({ ...told, bus, clock, log, readiness, port: this });
    readiness.add('listing and markets', () => this.markets.ready());
    readiness.add('public port', () => this.server !== undefined);
    meters.read(gatewayMetrics.dataAge, () => inSeconds(this.markets.ageMs()));
    measureBooks(meters, this.markets);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { config, clock, log, markets } = this;
    await markets.start();
    const server = await createPublicServer({
      ...{ markets, clock, log },
      meters: createRequestMeters(this.meters),
      owners: new OwnerQueries(this.requester, this.sender),
      deployment: deploymentOf(config),
      limit: { requestsMax: config.requestsMax, windowMs: config.requestWindowMs },
      dataAgeMaxMs: config.dataAgeMaxMs,
      trustedProxies: config.trustedProxies,
      ranges: AddressRanges.of(config.raisedAddresses),
      page: this.page(),
    });
    await server.listen(config.port, config.host);
    this.server = server;
    this.clients.watch(server.getHttpServer());
    await this.drain.start();
    log.info({ url: await server.getUrl() }, 'public port open');
  }

  private page(): WebPage | undefined {
    const { webFolder } = this.config;
    const page = readWebPage(webFolder ?? PAGE_BESIDE);
    if (page === undefined && webFolder !== undefined)
      throw new ConfigError(
        `WEB_FOLDER is ${webFolder}, where no index.html is: npm run build:web makes it in dist/apps/web`,
      );
    return page;
  }

  get connections(): number {
    return this.clients.size;
  }

  effects(): readonly Effect[] {
    return [{ what: 'connections that are closed after the answers under way', count: this.connections }];
  }

  /** Whoever comes all the same is answered, since a balancer may need a moment to leave. */
  async letGo(): Promise<void> {
    this.clients.letGo();
  }

  takeAgain(): void {
    this.clients.keepAgain();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.drain.stop();
    if (this.server !== undefined) await stopServing(this.server, this.clock);
    await this.markets.stop();
  }
}

/** The gateway over the platform's parts: health and metrics inside, the public port as its own server. */
@Module({})
export class RestGatewayModule {
  static with(config: RestGatewayConfig): DynamicModule {
    return {
      module: RestGatewayModule,
      imports: [PlatformModule.forGateway({ name: 'rest-gateway', config })],
      providers: [{ provide: REST_CONFIG, useValue: config }, PublicPort],
    };
  }
}
