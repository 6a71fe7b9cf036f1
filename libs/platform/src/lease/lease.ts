import { type Clock, type Database, FencedError, type Log } from '../ports';
import { repeat } from '../repeat';

/** Renewed so often in its time that a slow database or a long turn doesn't end it. */
const RENEWALS = 4;
/** How often a process that stands by tries for it. */
const LOOK_EVERY_MS = 100;

export interface LeaseTerms {
  /** Who holds it: a process that is started again under the same name takes its own lease up at once. */
  readonly holder: string;
  /** How long it runs from each renewal; a standby takes over after that, at the latest. */
  readonly milliseconds: number;
}

interface LeaseDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Another process is the writer from now on: this one must end. */
  readonly onLost: (error: Error) => void;
}

/**
 * The lease of a writer. It only chooses which process tries to be the writer: whoever lost it unheard is fenced by the
 * epoch in its next commit. What is done without a commit, such as sending a transaction, is done while it is held.
 */
export class Lease {
  private readonly ending = new AbortController();
  private readonly works = new Set<Promise<unknown>>();
  private renewing: Promise<void> | undefined;
  private heldUntil = -Infinity;

  constructor(
    private readonly terms: LeaseTerms,
    private readonly deps: LeaseDeps,
  ) {}

  /** Takes it and keeps it from now on; false while another process holds it. */
  async take(): Promise<boolean> {
    if (!(await this.hold())) return false;
    this.renewing ??= this.renew();
    return true;
  }

  /** Waits until it is taken, or until `signal` is aborted; gives whether another process had it. */
  async wait(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || (await this.take())) return false;
    const { clock, log } = this.deps;
    log.info({ holder: this.terms.holder }, 'standing by for the active process');
    const take = async () => ((await this.take()) ? 'done' : undefined);
    const failed = (error: unknown) => log.warn({ err: error }, 'the lease could not be asked for');
    await repeat(take, { everyMs: LOOK_EVERY_MS, clock, signal, pauseFirst: true, failed });
    return true;
  }

  /**
   * Makes sure that it is held now: by this process' own time, which goes on while the process is frozen, or by asking.
   * Throws {@link FencedError} when another process has it.
   */
  async confirm(): Promise<void> {
    if (this.deps.clock.steady() < this.heldUntil || (await this.hold())) return;
    throw new FencedError(`another process took the lease from ${this.terms.holder}`);
  }

  /** Does something while the lease is held, and gives the lease back only afterwards. Throws as {@link confirm}. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.confirm();
    if (this.ending.signal.aborted)
      throw new Error(`${this.terms.holder} gives its place to another process`);
    const done = work();
    this.works.add(done);
    try {
      return await done;
    } finally {
      this.works.delete(done);
    }
  }

  /** Gives it back, so that a standby needs not wait. */
  async release(): Promise<void> {
    await this.end();
    await this.deps.database.releaseLease(this.terms.holder);
  }

  /** Hands it to another holder, for whom alone it is kept for a moment. */
  async handTo(other: string): Promise<void> {
    await this.end();
    await this.deps.database.handLease(this.terms.holder, other, this.terms.milliseconds);
  }

  private async end(): Promise<void> {
    this.ending.abort();
    await this.renewing;
    // How they end is told to those who began them.
    await Promise.allSettled(this.works);
  }

  private async hold(): Promise<boolean> {
    const { holder, milliseconds } = this.terms;
    // Begun before it was asked for: whoever is frozen meanwhile must not believe in it afterwards.
    const from = this.deps.clock.steady();
    const isHeld = !this.ending.signal.aborted && (await this.deps.database.holdLease(holder, milliseconds));
    this.heldUntil = isHeld ? from + milliseconds : -Infinity;
    return isHeld;
  }

  private async renew(): Promise<void> {
    const { clock, log, onLost } = this.deps;
    const { holder, milliseconds } = this.terms;
    const { signal } = this.ending;
    const hold = async () => {
      if ((await this.hold()) || signal.aborted) return undefined;
      onLost(new FencedError(`another process took the lease from ${holder}`));
      return 'done';
    };
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'the lease could not be renewed, trying again');
    await repeat(hold, { everyMs: milliseconds / RENEWALS, clock, signal, pauseFirst: true, failed });
  }
}
