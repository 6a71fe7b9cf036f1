import type { Clock, Database, Log } from '../ports';
import { repeat } from '../repeat';

/** Renewed so often in its time that a slow database or a long turn doesn't end it. */
const RENEWALS = 4;

export interface LeaseTerms {
  /** Who holds it: a process that is started again under the same name takes its own lease up at once. */
  readonly holder: string;
  /** How long it runs from each renewal; a standby takes over after that, at the latest. */
  readonly milliseconds: number;
}

/**
 * The lease of a writer. It only chooses which process tries to be the writer: whoever lost it unheard is fenced
 * by the epoch in its next commit.
 */
export class Lease {
  private readonly ending = new AbortController();
  private renewing: Promise<void> | undefined;

  constructor(
    private readonly terms: LeaseTerms,
    private readonly deps: { database: Database; clock: Clock; log: Log; onLost: (error: Error) => void },
  ) {}

  /** Takes it and keeps it from now on; false while another process holds it. */
  async take(): Promise<boolean> {
    if (!(await this.hold())) return false;
    this.renewing ??= this.renew();
    return true;
  }

  /** Gives it back, so that a standby needs not wait. */
  async release(): Promise<void> {
    this.ending.abort();
    await this.renewing;
    await this.deps.database.releaseLease(this.terms.holder);
  }

  /** Hands it to another holder, for whom alone it is kept for a moment. */
  async handTo(other: string): Promise<void> {
    this.ending.abort();
    await this.renewing;
    await this.deps.database.handLease(this.terms.holder, other, this.terms.milliseconds);
  }

  private hold(): Promise<boolean> {
    return this.deps.database.holdLease(this.terms.holder, this.terms.milliseconds);
  }

  private async renew(): Promise<void> {
    const { clock, log, onLost } = this.deps;
    const { holder, milliseconds } = this.terms;
    const hold = async () => {
      if (await this.hold()) return undefined;
      onLost(new Error(`another process took the lease from ${holder}`));
      return 'done';
    };
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'the lease could not be renewed, trying again');
    const { signal } = this.ending;
    await repeat(hold, { everyMs: milliseconds / RENEWALS, clock, signal, pauseFirst: true, failed });
  }
}
