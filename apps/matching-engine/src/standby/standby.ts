import { assert } from '@exchange/core/kernel';
import { type Clock, type Database, Lease, type LeaseTerms, type Log, repeat } from '@exchange/platform';
import { requireUntaken } from '../assignment/claim-markets';
import { type AssignedMarkets, takesMarket } from '../assignment/market-assignment';
import { RecordFollower } from '../persistence/record-follower';

const FOLLOW_EVERY_MS = 100;
const LOOKS_UNTIL_TAKEN = 3;

export interface StandbyOptions {
  readonly engine: string;
  readonly assigned: AssignedMarkets;
  readonly lease: LeaseTerms;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLost: (error: Error) => void;
}

/**
 * Follows the active process of the same engine by its record, until the lease is free. It does each report again as it
 * is committed and compares the hash, so that it takes over with market processors that are warm and known to be the same.
 */
export class Standby {
  private readonly lease: Lease;
  private follower: RecordFollower | undefined;
  private waits = false;

  constructor(private readonly options: StandbyOptions) {
    this.lease = new Lease(options.lease, options);
  }

  /** It has all markets as they were a moment ago, and another process is active. */
  get isWarm(): boolean {
    return this.waits;
  }

  /** Comes back when this process holds the lease, or stops. Throws on a report that has another result here. */
  async until(signal: AbortSignal): Promise<void> {
    const { clock, log, engine, assigned, database } = this.options;
    if (signal.aborted) return;
    await requireUntaken(database, engine, assigned);
    if (await this.takes()) return;
    this.waits = true;
    log.info({ engine }, 'standing by for the active process of this engine');
    const take = async () => ((await this.takes()) ? 'done' : undefined);
    const failed = (error: unknown) => log.warn({ err: error }, 'following the record failed, trying again');
    await repeat(take, { everyMs: FOLLOW_EVERY_MS, clock, signal, pauseFirst: true, failed });
  }

  private async takes(): Promise<boolean> {
    await this.follow();
    return this.lease.take();
  }

  /** All market processors as the record has them now; to be called by the writer, so that nothing comes behind it. */
  async takeOver(): Promise<RecordFollower> {
    await this.follow();
    assert(this.follower !== undefined, 'a follower after it followed');
    return this.follower;
  }

  async release(): Promise<void> {
    await this.lease.release();
  }

  /** Gives the lease back; returns whether another process took it up. */
  async handOver(): Promise<boolean> {
    const { clock, database, engine } = this.options;
    await this.lease.release();
    await clock.sleep(LOOKS_UNTIL_TAKEN * FOLLOW_EVERY_MS);
    return database.isLeased(engine);
  }

  private async follow(): Promise<void> {
    const { database, engine, assigned, log } = this.options;
    if (this.follower) {
      await this.follower.advance();
      return;
    }
    const takes = (market: string) => takesMarket(assigned, market);
    this.follower = await RecordFollower.open(database, { engine, takes }, log);
  }
}
