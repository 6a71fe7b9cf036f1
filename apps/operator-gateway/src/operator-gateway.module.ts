import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  BUS,
  CLOCK,
  DATABASE,
  LOG,
  METERS,
  PlatformModule,
  READINESS,
  REQUESTER,
  RoundLoop,
  SENDER,
  TURN,
} from '@exchange/edge/service-host';
import {
  type Bus,
  type Clock,
  createLog,
  type Database,
  leaseTerms,
  type Log,
  type Meters,
  Prompts,
  type Readiness,
  type Requester,
  systemClock,
  type Turn,
} from '@exchange/platform';
import { chainNodesOf } from '@exchange/contract/chain';
import type { FastifyInstance } from 'fastify';
import type { OperatorGatewayConfig } from './config';
import { Desk } from './desk/desk';
import { DeskHandler } from './desk-handler';
import { DeskState } from './desk/desk-state';
import { createDeskServer } from './http/desk-server';
import type { DeskSignal } from './inbox/desk-turn';
import { doorsOf } from './login/doors';
import { Sight } from './sight/sight';
import { watchedProcesses } from './sight/watched-processes';
import { Lookups } from './lookup/lookups';
import { GatewayProcesses } from './outbox/gateway-processes';
import { ownerHeads } from './outbox/owner-heads';
import { OrderSender } from './outbox/send-orders';
import { StateOwners } from './outbox/state-owners';
import { TokenCheckingOwners } from './outbox/token-checking-owners';
import { migrations } from './persistence/migrations';
import { auditEntryTable, sessionTable, usedCodeTable } from './persistence/tables';

/** An order is sent so soon after it is stored. */
const SEND_EVERY_MS = 20;

const DESK_CONFIG = Symbol('operator-gateway config');
const DESK = Symbol('desk');

type DeskNeeds = [StateOwners, Database, Clock, Turn, Requester, string];

/** Answers on the desk's own port for as long as the process runs. */
@Injectable()
class DeskPort implements OnApplicationBootstrap, OnApplicationShutdown {
  #server: FastifyInstance | undefined;
  readonly #lookups: Lookups;

  constructor(
    @Inject(DESK_CONFIG) private readonly config: OperatorGatewayConfig,
    @Inject(DESK) private readonly desk: Desk,
    @Inject(LOG) private readonly log: Log,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(REQUESTER) requester: Requester,
    @Inject(SENDER) sender: string,
    @Inject(READINESS) readiness: Readiness,
    @Inject(METERS) private readonly meters: Meters,
  ) {
    this.#lookups = new Lookups(requester, sender);
    readiness.add('port of the desk', () => this.#server !== undefined);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { config, desk, log, meters, clock } = this;
    const { trustedProxies, host, port } = config;
    const sight = new Sight(watchedProcesses(config.watched), clock);
    const doors = doorsOf(config, clock, log);
    const server = await createDeskServer({
      desk,
      log,
      meters,
      trustedProxies,
      doors,
      sight,
      lookups: this.#lookups,
    });
    const url = await server.listen({ host, port });
    this.#server = server;
    log.info({ url }, 'port of the desk open');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#server?.close();
  }
}

/** The operator's desk: its turn, the loop that sends what is ordered, and its own port. */
@Module({})
export class OperatorGatewayModule {
  static with(config: OperatorGatewayConfig): DynamicModule {
    // Refused before anything is opened.
    doorsOf(config, systemClock, createLog('operator-gateway', config.logLevel));
    watchedProcesses(config.watched);
    const state = new DeskState();
    const prompts = new Prompts<DeskSignal>();
    const { sessionMs, proposalMs } = config;
    const platform = PlatformModule.forService({
      ...{ name: 'operator-gateway', config, lease: leaseTerms(config), migrations },
      tables: [auditEntryTable, sessionTable, usedCodeTable],
      handler: ({ database, log, submit }) => {
        prompts.connect(submit);
        return new DeskHandler({ database, state, proposalMs, log });
      },
    });
    const ownersOf = (requester: Requester, sender: string, gateways: GatewayProcesses) =>
      new TokenCheckingOwners(requester, sender, gateways, chainNodesOf(config));
    const gatewaysOf = (bus: Bus, clock: Clock) => new GatewayProcesses(bus, clock);
    const deskOf = (...[owners, records, clock, turn, requester, sender]: DeskNeeds) =>
      new Desk({
        ...{ state, prompts, owners, records, clock, sessionMs },
        heads: () => ownerHeads(requester, sender),
        isActive: () => turn.ready,
      });
    const senderOf = (owners: StateOwners, clock: Clock, log: Log) =>
      new OrderSender({ state, owners, prompts, clock, log });
    const loopOf = (sender: OrderSender, clock: Clock, turn: Turn, log: Log) =>
      new RoundLoop({
        ...{ run: async () => sender.run(), turn, clock, log, everyMs: SEND_EVERY_MS },
        failed: 'looking for orders to send failed, trying again',
      });
    return {
      module: OperatorGatewayModule,
      imports: [platform],
      providers: [
        { provide: DESK_CONFIG, useValue: config },
        { provide: GatewayProcesses, useFactory: gatewaysOf, inject: [BUS, CLOCK] },
        { provide: StateOwners, useFactory: ownersOf, inject: [REQUESTER, SENDER, GatewayProcesses] },
        {
          provide: DESK,
          useFactory: deskOf,
          inject: [StateOwners, DATABASE, CLOCK, TURN, REQUESTER, SENDER],
        },
        { provide: OrderSender, useFactory: senderOf, inject: [StateOwners, CLOCK, LOG] },
        { provide: RoundLoop, useFactory: loopOf, inject: [OrderSender, CLOCK, TURN, LOG] },
        DeskPort,
      ],
    };
  }
}
