import { type Clock, type Database, Lease, type Log, type Turn } from '@exchange/platform';
import type { AccountGroup } from './account-group';

/** A group's turn and what prompts it, while this process is its writer. */
export interface ServedGroup {
  readonly turn: Pick<Turn, 'start' | 'stop' | 'ready'>;
  /** To be called when the turn has started. */
  begin(): Promise<void>;
  /** When the turn has stopped, also one that never started. */
  end(): Promise<void>;
}

/** What one turn of a group is made with. */
export interface OwnPlace {
  readonly group: AccountGroup;
  /** Its writer's. */
  readonly database: Database;
  /** Makes sure that the lease is held; throws if it isn't. */
  readonly confirm: () => Promise<void>;
  /** Gives the group to another process. */
  readonly moveTo: (process: string) => void;
}

export interface RunnerParts {
  readonly instance: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Builds the turn of the group anew: memory of an earlier time is no good. */
  serve(own: OwnPlace): Promise<ServedGroup>;
  /** This process must end now. */
  onFatal(error: Error): void;
}

/** One group in one process: stands by, or serves until it is told to give the group away. */
export class GroupRunner {
  private lease: Lease | undefined;
  private served: ServedGroup | undefined;
  private opening: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  /** How often this process took it. */
  taken = 0;

  constructor(
    readonly group: AccountGroup,
    /** For the writer of the group. */
    private readonly database: Database,
    private readonly parts: RunnerParts,
  ) {}

  /** Nothing is under way here: another process has it, or will. */
  get isStandingBy(): boolean {
    return this.lease === undefined;
  }

  get isReady(): boolean {
    return this.served?.turn.ready === true;
  }

  /** Tries for the lease; whoever gets it becomes the writer. */
  async take(): Promise<void> {
    const { instance, leaseMs: milliseconds, clock, log, onFatal } = this.parts;
    const terms = { holder: instance, milliseconds };
    const lease = new Lease(terms, { database: this.database, clock, log, onLost: onFatal });
    if (!this.isStandingBy || !(await lease.take())) return;
    this.lease = lease;
    this.taken += 1;
    const began = clock.steady();
    // A turn that can't begin leaves nothing that could go on.
    this.opening = this.open(lease).catch(onFatal);
    await this.opening;
    if (this.closing === undefined)
      log.info({ group: this.group.name, tookMs: clock.steady() - began }, 'took a group of accounts');
  }

  /** Gives the group to another process, or up, when everything that was begun is done. */
  async give(to?: string): Promise<void> {
    const { lease } = this;
    if (lease === undefined) return;
    this.closing ??= this.close(lease, to);
    await this.closing;
  }

  private async open(lease: Lease): Promise<void> {
    const { group, database, parts } = this;
    const served = await parts.serve({
      ...{ group, database, confirm: () => lease.confirm() },
      moveTo: (to) => void this.give(to).catch(parts.onFatal),
    });
    this.served = served;
    if (this.closing === undefined) await served.turn.start();
    if (this.closing === undefined) await served.begin();
  }

  private async close(lease: Lease, to: string | undefined): Promise<void> {
    const { clock, log } = this.parts;
    const began = clock.steady();
    // A turn that is still opening, and may wait for the broker, is told to stop, too.
    await this.served?.turn.stop();
    await this.opening;
    await this.served?.end();
    this.served = undefined;
    await (to === undefined ? lease.release() : lease.handTo(to));
    this.lease = undefined;
    this.closing = undefined;
    log.info({ group: this.group.name, to, tookMs: clock.steady() - began }, 'gave a group of accounts away');
  }
}
