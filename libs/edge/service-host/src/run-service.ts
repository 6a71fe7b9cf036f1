import 'reflect-metadata';
import type { ServiceName } from '@exchange/core/kernel';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  createLog,
  endOf,
  type Meters,
  openInternalPort,
  type PlatformConfig,
  type RaisedAlarms,
  type Readiness,
  within,
} from '@exchange/platform';
import { nestLog } from './nest-log';
import { startTracing } from './start-tracing';
import { ALARMS, LIFECYCLE, METERS, READINESS } from './tokens';
import type { Lifecycle } from './platform.module';

interface RunOptions {
  readonly name: ServiceName;
  /** The app's module, which imports PlatformModule.forService or forGateway. */
  readonly module: Type | DynamicModule;
  readonly config: PlatformConfig;
}

export interface RunningService {
  /** `http://host:port` of health and metrics. */
  readonly internalUrl: string;
  /** Stops gracefully, within `stopWithinMs`. */
  stop(): Promise<void>;
}

/**
 * Runs an app in this process: its module, its turn if it has one, health and metrics on the internal port. SIGTERM
 * and SIGINT stop it gracefully from the first moment on; anything uncaught is logged and ends the process with code 1.
 */
export async function runService({ name, module, config }: RunOptions): Promise<RunningService> {
  const log = createLog(name, config.logLevel);
  const crash = (error: unknown) => {
    log.fatal(endOf(error), 'uncaught error, the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  let running: RunningService | undefined = undefined;
  const onSignal = (signal: string) => {
    log.info({ signal }, 'stopping');
    // Before that it may wait for its database for ever. Nobody was told anything, and what is half done there is undone.
    void (running?.stop() ?? Promise.resolve()).then(() => {
      log.info({}, 'stopped');
      process.exit(0);
    }, crash);
  };
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);

  const stopTracing = startTracing({
    service: name,
    endpoint: config.otlpEndpoint,
    ratio: config.traceRatio,
    waitMs: config.spansWaitMs,
  });
  const app = await NestFactory.createApplicationContext(module, {
    logger: nestLog(log),
    abortOnError: false,
  });
  const part = <T>(token: symbol) => app.get<T>(token, { strict: false });
  const { bus, database, turn } = part<Lifecycle>(LIFECYCLE);
  const readiness = part<Readiness>(READINESS);
  let stopping: Promise<void> | undefined;
  readiness.add('not stopping', () => stopping === undefined);
  const shown = { readiness, meters: part<Meters>(METERS), alarms: part<RaisedAlarms>(ALARMS) };
  const internal = await openInternalPort(shown, config);
  const { url: internalUrl } = internal;

  const shutDown = async () => {
    await turn?.stop();
    await app.close();
    await internal.close();
    await bus.close();
    await database?.close();
    await stopTracing();
    process.off('uncaughtException', crash).off('unhandledRejection', crash);
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
  };
  running = {
    internalUrl,
    stop: () => (stopping ??= within(shutDown(), config.stopWithinMs, 'not stopped')),
  };
  // A process that stands by for another may wait here for days.
  await turn?.start();
  if (stopping === undefined) log.info({ internalUrl }, 'started');
  return running;
}
