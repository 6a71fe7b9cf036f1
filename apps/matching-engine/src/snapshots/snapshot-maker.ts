import type { Database, Log } from '@exchange/platform';
import { recoverProcessor } from '../persistence/recovery';
import { forgetBefore, writeSnapshot } from './write-snapshot';

/** Makes snapshots of markets. */
export interface SnapshotMaker {
  /** True when turns go on meanwhile. */
  readonly isBeside: boolean;
  /** Resolves with the number of the report after which the new snapshot is. */
  make(market: string): Promise<number>;
  /** Waits for the last ones that were asked for, as far as there is time, and stops. */
  finish(last: readonly Promise<void>[]): Promise<void>;
}

/**
 * Makes a snapshot from the record alone: the newest one that can be read, and all reports since then done again, each
 * compared with its hash. So a snapshot is only written of what a start would come to, and the market processor at work is never
 * asked. Two snapshots are kept, and the reports since the older one.
 */
export class RecordSnapshots implements SnapshotMaker {
  readonly isBeside = false;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  async make(market: string): Promise<number> {
    const { processor, snapshotNumber, reportNumber } = await recoverProcessor(
      this.database,
      market,
      this.log,
    );
    if (reportNumber === snapshotNumber) return snapshotNumber;
    await writeSnapshot(this.database, processor, reportNumber);
    const kept = snapshotNumber === 0 ? [reportNumber] : [snapshotNumber, reportNumber];
    await forgetBefore(this.database, market, kept, snapshotNumber);
    return reportNumber;
  }

  async finish(last: readonly Promise<void>[]): Promise<void> {
    await Promise.all(last);
  }
}
