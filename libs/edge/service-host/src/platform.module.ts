import type { ServiceName } from '@exchange/core/kernel';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import {
  type AnyTable,
  askedMeter,
  type Bus,
  type Clock,
  connectNats,
  createLog,
  createTurnMetrics,
  type Database,
  type DatabaseConfig,
  type LeaseTerms,
  type Log,
  measureBroker,
  measureDatabase,
  measureProcess,
  Meters,
  type NatsBus,
  openPostgres,
  type PlatformConfig,
  type PostgresDatabase,
  type PostgresOptions,
  type RaisedAlarms,
  raisedAlarms,
  Readiness,
  Requester,
  type RequestMeter,
  type Signal,
  systemClock,
  Turn,
  type TurnHandler,
  type TurnMetrics,
} from '@exchange/platform';
import { type Prerequisite, startAfter } from './prerequisite';
import { tellRole } from './role';
import {
  ALARMS,
  ASKED,
  BUS,
  CLOCK,
  CONFIG,
  DATABASE,
  LIFECYCLE,
  LOG,
  METERS,
  READINESS,
  REQUESTER,
  SENDER,
  TURN,
  TURN_HANDLER,
} from './tokens';

/** It is asked every second; one that doesn't answer twice is away or frozen. */
const BROKER_SILENT_MS_MAX = 3_000;

/** What a service's rules are made from. */
export interface ServiceParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly requester: Requester;
  /** What the process measures. */
  readonly meters: Meters;
  /** Puts a signal of the service itself among the turn's inputs. */
  submit(signal: Signal, committed?: () => void): void;
}

export interface ServiceOptions {
  readonly name: ServiceName;
  readonly config: PlatformConfig & DatabaseConfig;
  readonly tables: readonly AnyTable[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** See {@link openPostgres}. */
  readonly upkeep?: string;
  /** The writer that this process is, if the service has several. */
  readonly writer?: string;
  /** With one, further processes of the writer stand by until its lease is over, and are where it was then. */
  readonly lease?: LeaseTerms;
  /** Waited for after the host has started, and before the turn does. */
  readonly prerequisite?: Prerequisite;
  handler(parts: ServiceParts): TurnHandler | Promise<TurnHandler>;
}

export interface GatewayOptions {
  readonly name: ServiceName;
  readonly config: PlatformConfig;
}

/** What runs turns: one of a service, or those of the parts of a service that this process has. */
export interface TurnHost {
  /** What this process does is in step with the logs, or another's to do. */
  readonly ready: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a service is made from that runs several turns by itself. */
export interface HostParts extends Omit<ServiceParts, 'submit'> {
  readonly metrics: TurnMetrics;
  readonly readiness: Readiness;
}

export interface HostOptions extends Omit<ServiceOptions, 'handler' | 'writer'> {
  host(parts: HostParts): TurnHost | Promise<TurnHost>;
}

/** What the host starts and stops. */
export interface Lifecycle {
  readonly bus: NatsBus;
  readonly database?: PostgresDatabase;
  readonly turn?: Pick<TurnHost, 'start' | 'stop'>;
}

/** The platform's parts for one app. Global, so that the app's own modules can inject them. */
@Module({})
export class PlatformModule {
  /** For an app with a record and a turn. */
  static forService(options: ServiceOptions): DynamicModule {
    return dynamic([...gatewayProviders(options), ...serviceProviders(options)]);
  }

  /** For an app with a record whose turns come and go. */
  static forHost(options: HostOptions): DynamicModule {
    return dynamic([...gatewayProviders(options), ...hostProviders(options)]);
  }

  /** For an app that keeps nothing. */
  static forGateway(options: GatewayOptions): DynamicModule {
    const lifecycle = (bus: NatsBus): Lifecycle => ({ bus });
    return dynamic([
      ...gatewayProviders(options),
      { provide: LIFECYCLE, useFactory: lifecycle, inject: [BUS] },
    ]);
  }
}

function dynamic(providers: Provider[]): DynamicModule {
  const exported = providers.flatMap((provider) => ('provide' in provider ? [provider.provide] : []));
  return { module: PlatformModule, global: true, providers, exports: exported };
}

function gatewayProviders({ name, config }: GatewayOptions): Provider[] {
  const connectBus = async (log: Log, meters: Meters) => {
    const { natsUrl: url, natsPassword: password, natsUser: shownAs } = config;
    const bus = await connectNats({ url, user: name, password, log, shownAs });
    measureBroker(meters, bus);
    return bus;
  };
  const requester = (bus: Bus, asked: RequestMeter) => new Requester(bus, asked);
  return [
    { provide: CONFIG, useValue: config },
    { provide: CLOCK, useValue: systemClock },
    { provide: READINESS, useFactory: readinessWith, inject: [BUS] },
    { provide: LOG, useFactory: () => createLog(name, config.logLevel) },
    { provide: ALARMS, useFactory: () => raisedAlarms(name) },
    {
      provide: METERS,
      useFactory: (alarms: RaisedAlarms) => metersFor(name, config, alarms),
      inject: [ALARMS],
    },
    { provide: BUS, useFactory: connectBus, inject: [LOG, METERS] },
    { provide: SENDER, useFactory: (bus: NatsBus) => bus.sender, inject: [BUS] },
    { provide: ASKED, useFactory: askedMeter, inject: [METERS] },
    { provide: REQUESTER, useFactory: requester, inject: [BUS, ASKED] },
  ];
}

function metersFor(name: ServiceName, { buildId, metrics }: PlatformConfig, alarms: RaisedAlarms): Meters {
  const meters = new Meters(name, metrics);
  measureProcess(meters, buildId, alarms);
  return meters;
}

/** Ready as long as the broker answers. */
function readinessWith(bus: Bus): Readiness {
  const readiness = new Readiness();
  readiness.add('broker', () => {
    const seconds = Math.floor(bus.silentMs / 1_000);
    return bus.silentMs < BROKER_SILENT_MS_MAX || `not heard of for ${seconds} s`;
  });
  return readiness;
}

async function openMeasured(options: PostgresOptions, meters: Meters): Promise<PostgresDatabase> {
  const database = await openPostgres(options);
  measureDatabase(meters, database);
  return database;
}

function serviceProviders(options: ServiceOptions): Provider[] {
  const { name, config, tables, migrations, upkeep, writer, lease, prerequisite } = options;
  const { databaseUrl: url, databasePassword: password } = config;
  let turn: Turn | undefined;
  const openDatabase = (log: Log, meters: Meters) =>
    openMeasured({ service: name, url, password, tables, migrations, upkeep, writer, log }, meters);
  const makeHandler = async (
    database: Database,
    bus: Bus,
    log: Log,
    requester: Requester,
    meters: Meters,
  ) => {
    const submit = (signal: Signal, committed?: () => void) => turn?.submit(signal, committed);
    return options.handler({ database, bus, clock: systemClock, log, requester, meters, submit });
  };
  const makeTurn = (
    ...[handler, database, bus, log, meters, readiness]: [TurnHandler, Database, Bus, Log, Meters, Readiness]
  ) => {
    const metrics = createTurnMetrics(meters);
    // The error was logged by the turn; nothing in this process may be trusted to tidy up after it.
    const onFatal = () => process.exit(1);
    const onTookOver = () =>
      log.error({ alarm: 'standby_took_over' }, 'this process takes the place of the one that was active');
    const outside = { database, bus, clock: systemClock, log, metrics };
    const made = new Turn({ name, handler, ...outside, lease, onFatal, onTookOver });
    if (lease ?? handler.standBy) tellRole(made, readiness, meters);
    readiness.add('database', () => database.fault ?? true);
    readiness.add('caught up with the logs', () => made.isStandingBy || made.ready);
    turn = made;
    return made;
  };
  const lifecycle = (
    ...[bus, database, made, log, readiness]: [NatsBus, PostgresDatabase, Turn, Log, Readiness]
  ): Lifecycle => ({
    bus,
    database,
    turn: prerequisite ? startAfter(prerequisite, made, { clock: systemClock, log, readiness }) : made,
  });
  return [
    { provide: DATABASE, useFactory: openDatabase, inject: [LOG, METERS] },
    { provide: TURN_HANDLER, useFactory: makeHandler, inject: [DATABASE, BUS, LOG, REQUESTER, METERS] },
    { provide: TURN, useFactory: makeTurn, inject: [TURN_HANDLER, DATABASE, BUS, LOG, METERS, READINESS] },
    { provide: LIFECYCLE, useFactory: lifecycle, inject: [BUS, DATABASE, TURN, LOG, READINESS] },
  ];
}

function hostProviders(options: HostOptions): Provider[] {
  const { name, config, tables, migrations, upkeep } = options;
  const { databaseUrl: url, databasePassword: password } = config;
  const openDatabase = (log: Log, meters: Meters) =>
    openMeasured({ service: name, url, password, tables, migrations, upkeep, log }, meters);
  const open = async (
    ...[database, bus, log, requester, meters, readiness]: [Database, Bus, Log, Requester, Meters, Readiness]
  ) => {
    const metrics = createTurnMetrics(meters);
    const parts = { database, bus, clock: systemClock, log, requester, meters, metrics, readiness };
    const host = await options.host(parts);
    readiness.add('caught up with the logs', () => host.ready);
    return host;
  };
  const lifecycle = (bus: NatsBus, database: PostgresDatabase, turn: TurnHost): Lifecycle => ({
    bus,
    database,
    turn,
  });
  const inject = [DATABASE, BUS, LOG, REQUESTER, METERS, READINESS];
  return [
    { provide: DATABASE, useFactory: openDatabase, inject: [LOG, METERS] },
    { provide: TURN, useFactory: open, inject },
    { provide: LIFECYCLE, useFactory: lifecycle, inject: [BUS, DATABASE, TURN] },
  ];
}
