import { assert } from '@exchange/core/kernel';
import { type Clock, type Database, Lease, type LeaseTerms, type Log, repeat } from '@exchange/platform';
import { RecordFollower } from '../persistence/record-follower';
import { ProcessPlace } from './process-place';

const FOLLOW_EVERY_MS = 100;
const LOOKS_UNTIL_TAKEN = 3;

export interface StandbyOptions {
  readonly engine: string;
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
  readonly place: ProcessPlace;
  private readonly lease: Lease;
  private follower: RecordFollower | undefined;
  private waits = false;
  private done = 0;

  constructor(private readonly options: StandbyOptions) {
    this.lease = new Lease(options.lease, options);
    this.place = new ProcessPlace(options);
  }

  /** It has all markets as they were a moment ago, and another process is active. */
  get isWarm(): boolean {
    return this.waits;
  }

  /** Reports that were done again with the same result. */
  get verified(): number {
    return this.done;
  }

  /**
   * Comes back when this process holds the lease, or stops; gives whether another process had it. Throws on a report that
   * has another result here.
   */
  async until(signal: AbortSignal): Promise<boolean> {
    const { clock, log, engine } = this.options;
    if (signal.aborted) return false;
    await this.place.take(signal);
    if (signal.aborted || (await this.takes())) return false;
    this.waits = true;
    const { isDrained } = this.place;
    log.info({ engine, isDrained }, 'standing by for the active process of this engine');
    const take = async () => ((await this.takes()) ? 'done' : undefined);
    const failed = (error: unknown) => log.warn({ err: error }, 'following the record failed, trying again');
    await repeat(take, { everyMs: FOLLOW_EVERY_MS, clock, signal, pauseFirst: true, failed });
    if (signal.aborted) await this.place.release();
    return true;
  }

  private async takes(): Promise<boolean> {
    await this.follow();
    return !this.place.isDrained && this.lease.take();
  }

  /** All market processors as the record has them now; to be called by the writer, so that nothing comes behind it. */
  async takeOver(): Promise<RecordFollower> {
    await this.follow();
    assert(this.follower !== undefined, 'a follower after it followed');
    return this.follower;
  }

  async release(): Promise<void> {
    await this.lease.release();
    await this.place.release();
  }

  /** Gives the lease back; returns whether another process took it up. */
  async handOver(): Promise<boolean> {
    const { clock, database, engine } = this.options;
    await this.release();
    await clock.sleep(LOOKS_UNTIL_TAKEN * FOLLOW_EVERY_MS);
    return database.isLeased(engine);
  }

  private async follow(): Promise<void> {
    const { database, engine, log } = this.options;
    if (this.follower) this.done += await this.follower.advance();
    else this.follower = await RecordFollower.open(database, engine, log);
  }
}
