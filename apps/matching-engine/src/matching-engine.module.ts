import { PlatformModule, type ServiceParts } from '@exchange/edge/service-host';
import { endOf } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { MatchingEngineConfig } from './config';
import { engineHandler } from './engine';
import { MarketReopening } from './market-reopening';
import { Moving } from './moving';
import { migrations, tables } from './persistence';
import { RoleTelling } from './role-telling';
import { Draining } from './standby/draining';
import { SnapshotWorker } from './snapshots/snapshot-worker';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60];

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
      const snapshots = snapshotThread && snapshotWorker(config, snapshotThread, parts);
      return engineHandler({ ...parts, onLost }, { ...config, lease, snapshots });
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
    const providers = [MarketReopening, RoleTelling.of(engine), moving, Draining.of(instance)];
    return { module: MatchingEngineModule, imports: [platform], providers };
  }
}

function snapshotWorker(
  config: MatchingEngineConfig,
  thread: URL,
  { log, registry }: ServiceParts,
): SnapshotWorker {
  const { engine, databaseUrl, databasePassword, logLevel } = config;
  const seconds = new Histogram({
    ...{ name: 'engine_snapshot_seconds', help: 'Time in which a snapshot of a market was made' },
    ...{ buckets: SECONDS, registers: [registry] },
  });
  const data = { engine, databaseUrl, databasePassword, logLevel };
  return new SnapshotWorker(thread, data, log, (took) => seconds.observe(took));
}
