import { createLog, openPostgres, systemClock } from '@exchange/platform';
import { parentPort, workerData } from 'node:worker_threads';
import { migrations, tables } from '../persistence';
import { RecordSnapshots } from './snapshot-maker';
import type { SnapshotAnswer, SnapshotOrder, SnapshotThreadData } from './snapshot-worker';

/** One for the migrations' lock, one for everything else. */
const CONNECTIONS = 2;

const { engine, databaseUrl, databasePassword, logLevel } = workerData as SnapshotThreadData;
const log = createLog('matching-engine', logLevel as Parameters<typeof createLog>[1]);
const database = await openPostgres({
  ...{ service: 'matching-engine', url: databaseUrl, password: databasePassword },
  ...{ tables, migrations, log, maxConnections: CONNECTIONS, writer: `snapshots of ${engine}` },
});
await database.claimWriter();
const snapshots = new RecordSnapshots(database, log);

parentPort?.on('message', (order: SnapshotOrder) => void answer(order));

async function answer({ market }: SnapshotOrder): Promise<void> {
  const began = systemClock.steady();
  const took = () => systemClock.steady() - began;
  try {
    const number = await snapshots.make(market);
    parentPort?.postMessage({ market, number, took: took() } satisfies SnapshotAnswer);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ market, number: 0, took: took(), problem } satisfies SnapshotAnswer);
  }
}
