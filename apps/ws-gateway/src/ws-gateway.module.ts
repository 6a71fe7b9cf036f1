import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { address } from '@exchange/core/kernel';
import type { Effect } from '@exchange/core/message';
import { deploymentOf } from '@exchange/edge/deployment';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import {
  ASKED,
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
import {
  type Bus,
  type Clock,
  createCrypto,
  type Log,
  type Meters,
  processNameOf,
  type Readiness,
  type Requester,
  type RequestMeter,
} from '@exchange/platform';
import type { WsGatewayConfig } from './config';
import { Connections } from './connection/connections';
import { createPublicServer, type PublicServer } from './connection/public-server';
import { QueueBudget } from './connection/queue-budget';
import type { Edge } from './edge';
import { createEdgeMeters, type EdgeMeters } from './edge-meters';
import { AddressBook } from './limits/address-book';
import { ExhaustedAccounts } from './limits/exhausted-accounts';
import { OtherGateways } from './limits/other-gateways';
import { PresenceExchange } from './limits/presence-exchange';
import { ChainChannel } from './outbox/chain-channel';
import { ExchangeChannel } from './outbox/exchange-channel';
import { MarketChannels } from './outbox/market-channels';
import { RateChannels } from './outbox/rate-channels';
import { AccountFeeds } from './session/account-feeds';
import { AccountOwner } from './session/account-owner';
import { PatientRequester } from './session/patient-requester';
import { AwaitedOutcomes } from './session/awaited-outcomes';
import { Housekeeping } from './session/housekeeping';
import { LoginQueue } from './session/login-queue';

const WS_CONFIG = Symbol('ws-gateway config');
const monotonic = (): number => performance.now();

/** Puts the gateway together and takes clients on the public port for as long as the process runs. */
@Injectable()
class PublicPort implements DrainedPort, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly drain: GatewayDrain;
  private readonly markets: LiveMarkets;
  private readonly rates: RateChannels;
  private readonly chain: ChainChannel;
  private readonly clients: Connections;
  private server: PublicServer | undefined;
  private housekeeping: Housekeeping | undefined;
  private answersAwaited = () => false;
  private readonly presence: PresenceExchange;
  private readonly addresses: AddressBook;
  private readonly ranges: AddressRanges;
  private readonly budget: QueueBudget;
  private readonly meters: EdgeMeters;

  constructor(
    @Inject(WS_CONFIG) private readonly config: WsGatewayConfig,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
    @Inject(REQUESTER) private readonly requester: Requester,
    @Inject(ASKED) private readonly asked: RequestMeter,
    @Inject(SENDER) private readonly sender: string,
    @Inject(READINESS) readiness: Readiness,
    @Inject(METERS) meters: Meters,
  ) {
    const failed = (what: string, cause: unknown) => log.warn({ err: cause }, `${what} failed, trying again`);
    const keeps = { bars: true, bookHistory: true, onDemand: true };
    this.markets = new LiveMarkets({ bus, requester, clock, sender, ...keeps, failed });
    this.rates = new RateChannels({ bus, requester, markets: this.markets, sender });
    this.chain = new ChainChannel(bus, config.chainId);
    const connections = new Connections(clock);
    const gateway = sender;
    const others = new OtherGateways(gateway);
    this.ranges = AddressRanges.of(config.raisedAddresses);
    this.addresses = new AddressBook((address) => this.ranges.limits(address), others);
    this.presence = new PresenceExchange({ gateway, bus, clock, book: this.addresses, others });
    this.clients = connections;
    const process = processNameOf(config.instance);
    const told = { gateway: 'ws-gateway', process, sender } as const;
    this.drain = new GatewayDrain({ ...told, bus, clock, log, readiness, port: this });
    readiness.add('listing and markets', () => this.markets.ready());
    readiness.add('public port', () => this.server !== undefined);
    this.budget = new QueueBudget(config.queuesBytesMax);
    const { markets, budget } = this;
    const dataAgeMs = () => markets.ageMs();
    const { queuesBytesMax } = config;
    this.meters = createEdgeMeters(meters, { connections, budget, queuesBytesMax, dataAgeMs });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { config, bus, clients: connections } = this;
    const edge = await this.edge();
    this.answersAwaited = () => !edge.outcomes.empty || !edge.owner.idle;
    await this.markets.start();
    await this.rates.start();
    await this.chain.start();
    await this.presence.start();
    this.housekeeping = new Housekeeping(edge, connections, (error) =>
      this.log.warn({ err: error }, 'comparing account sequences failed, trying again'),
    );
    this.housekeeping.start(bus);
    const { budget } = this;
    const limits = { slowBytes: config.slowBytes, queueBytesMax: config.queueBytesMax, budget };
    const server = await createPublicServer({ edge, connections, limits });
    await server.app.listen(config.port, config.host);
    this.server = server;
    await this.drain.start();
    this.log.info({ url: await server.app.getUrl() }, 'public port open');
  }

  get connections(): number {
    return this.clients.size;
  }

  effects(): readonly Effect[] {
    const { size, watched } = this.clients;
    const { drainSeconds } = this.config;
    return [
      { what: `connections asked to reconnect within ${drainSeconds} s, then closed`, count: size },
      { what: 'of them with orders that are canceled if they come back too late', count: watched },
    ];
  }

  async letGo(): Promise<void> {
    this.server?.adapter.stopAccepting();
    await this.clients.drain({
      windowSeconds: this.config.drainSeconds,
      random: Math.random,
      answersAwaited: this.answersAwaited,
    });
  }

  takeAgain(): void {
    this.server?.adapter.acceptAgain();
  }

  /** Takes no more clients, gives those that are there time to go elsewhere, then closes. */
  async onApplicationShutdown(): Promise<void> {
    await this.drain.stop();
    await this.letGo();
    this.housekeeping?.stop();
    await this.presence.stop();
    await this.server?.app.close();
    await this.chain.stop();
    await this.rates.stop();
    await this.markets.stop();
  }

  private async edge(): Promise<Edge> {
    const { config, bus, clock, log, meters, requester, markets, addresses, ranges } = this;
    const { sender: gateway } = this;
    const owner = new AccountOwner({
      requester: new PatientRequester(bus, clock, this.asked),
      sender: gateway,
      underWayMax: config.commandsUnderWayMax,
      now: monotonic,
    });
    const { exchangeName: name, chainId } = config;
    return {
      ...{ gateway, clock, log, meters, markets, owner, addresses, ranges },
      exhausted: new ExhaustedAccounts(),
      trustedProxies: config.trustedProxies,
      deployment: deploymentOf(config),
      domain: { name, chainId, contract: address(config.contract) },
      crypto: await createCrypto(),
      channels: new MarketChannels(markets),
      exchange: new ExchangeChannel(markets),
      rates: this.rates,
      chain: this.chain,
      past: new OwnerQueries(requester, gateway),
      logins: new LoginQueue(monotonic),
      feeds: new AccountFeeds(bus, owner, clock),
      outcomes: new AwaitedOutcomes(),
    };
  }
}

/** The gateway over the platform's parts: health and metrics inside, websockets on the public port. */
@Module({})
export class WsGatewayModule {
  static with(config: WsGatewayConfig): DynamicModule {
    return {
      module: WsGatewayModule,
      imports: [PlatformModule.forGateway({ name: 'ws-gateway', config })],
      providers: [{ provide: WS_CONFIG, useValue: config }, PublicPort],
    };
  }
}
