import { marketMetrics } from '@exchange/contract/metrics';
import { PlatformModule, type ServiceParts } from '@exchange/edge/service-host';
import { endOf, inSeconds, type Log } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MatchingEngineConfig } from './config';
import { engineHandler } from './engine';
import { engineMeters } from './engine-meters';
import { MarketReopening } from './market-reopening';
import { Moving } from './moving';
import { migrations, tables } from './persistence';
import { Draining } from './standby/draining';
import { SnapshotWorker } from './snapshots/snapshot-worker';

/** The engine's turn over the platform's parts. */
@Module({})
export class MatchingEngineModule {
  /** `snapshotThread`: the bundled program that makes snapshots; without it they are made within the turns. */
  static with(config: MatchingEngineConfig, snapshotThread?: URL): DynamicModule {
    const { engine, instance, leaseMs } = config;
    const lease = { holder: instance, milliseconds: leaseMs };
    const handler = (parts: ServiceParts) => {
      const onLost = (error: Error) => {
        parts.log.fatal(endOf(error), 'this process is no longer the active one, it ends');
        process.exit(1);
      };
      const made = parts.meters.spread(marketMetrics.snapshotSeconds).of();
      const took = (seconds: number) => made.observe(seconds);
      const snapshots = snapshotThread && snapshotWorker(config, snapshotThread, parts.log, took);
      const decided = parts.meters.spread(marketMetrics.matchSeconds).of();
      const matched = (ms: number) => decided.observe(inSeconds(Math.max(0, ms)));
      return engineHandler({ ...parts, onLost }, { ...config, lease, snapshots, matched });
    };
    const platform = PlatformModule.forService({
      name: 'matching-engine',
      config,
      tables,
      migrations,
      writer: engine,
      handler,
    });
    const moving = Moving.of({ engine, lease });
    const providers = [MarketReopening, engineMeters(engine), moving, Draining.of(engine, instance)];
    return { module: MatchingEngineModule, imports: [platform], providers };
  }
}

function snapshotWorker(
  config: MatchingEngineConfig,
  thread: URL,
  log: Log,
  took: (seconds: number) => void,
): SnapshotWorker {
  const { engine, databaseUrl, databasePassword, logLevel } = config;
  return new SnapshotWorker(thread, { engine, databaseUrl, databasePassword, logLevel }, log, took);
}
