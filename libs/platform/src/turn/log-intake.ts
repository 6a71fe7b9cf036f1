import { covers, lastCounts } from '../catalogue';
import type { Bus, Clock, Log, LogEntry, LogPosition, LogRead, LogReader } from '../ports';
import { Backoff, untilDone } from './retry';

const CHECK_AGAIN_MS = 100;

export interface IntakeDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Takes an entry that comes next in its subject. */
  accept(entry: LogEntry): void | Promise<void>;
}

/**
 * One log that a service reads: hands over each message once and without gaps, from the service's own positions. A
 * gap restarts the reading from the start of the stream; when it stays, the intake is unhealthy and keeps trying.
 */
export class LogIntake {
  private readonly seen: Map<string, number>;
  private readonly hint: string | undefined;
  private readonly backoff: Backoff;
  private reader: LogReader | undefined;
  private generation = 0;
  private gap: { subject: string; expected: number; repeated: boolean } | undefined;

  constructor(
    private readonly read: LogRead,
    positions: readonly LogPosition[],
    private readonly deps: IntakeDeps,
  ) {
    const own = positions.filter(({ subject }) => isCovered(read, subject));
    this.seen = new Map(own.map(({ subject, seq }) => [subject, seq]));
    this.hint = read.fromStart ? undefined : newestHint(own);
    this.backoff = new Backoff(deps.clock);
  }

  get filter(): string {
    return this.read.filter;
  }

  /** False while messages are missing that nobody delivers. */
  get healthy(): boolean {
    return !this.gap?.repeated;
  }

  async open(): Promise<void> {
    await this.restart(this.hint);
  }

  async stop(): Promise<void> {
    this.generation += 1;
    await this.reader?.stop();
  }

  /** Resolves when what was stored at the time of the call has been handed over. */
  async caughtUp(): Promise<void> {
    for (;;) {
      const generation = this.generation;
      await this.reader?.caughtUp();
      if (this.deps.signal.aborted) return;
      if (generation === this.generation && this.gap === undefined) return;
      await this.deps.clock.sleep(CHECK_AGAIN_MS, this.deps.signal);
    }
  }

  private async restart(hint?: string): Promise<void> {
    this.generation += 1;
    const generation = this.generation;
    await this.reader?.stop();
    const { stream, filter } = this.read;
    const onEntry = (entry: LogEntry) => (generation === this.generation ? this.onEntry(entry) : undefined);
    const open = () => this.deps.bus.readLog(stream, filter, this.seen, onEntry, hint);
    const reader = await untilDone(open, `reading ${filter}`, this.deps);
    this.reader = reader;
    if (generation !== this.generation) await reader.stop();
  }

  private onEntry(entry: LogEntry): void | Promise<void> {
    const last = this.seen.get(entry.subject) ?? 0;
    if (entry.seq <= last || !isCovered(this.read, entry.subject)) return;
    const isFirst = this.read.joinsLate === true && last === 0;
    if (entry.seq !== last + 1 && !isFirst && !lastCounts(entry.subject)) {
      this.onGap(entry, last + 1);
      return;
    }
    if (this.gap?.subject === entry.subject) {
      this.gap = undefined;
      this.backoff.reset();
    }
    this.seen.set(entry.subject, entry.seq);
    return this.deps.accept(entry);
  }

  private onGap({ subject, seq }: LogEntry, expected: number): void {
    const repeated = this.gap?.subject === subject && this.gap.expected === expected;
    this.gap = { subject, expected, repeated };
    const fields = { subject, expected, found: seq };
    if (repeated)
      this.deps.log.error(
        { alarm: 'log_incomplete', ...fields },
        'messages are missing in a log, also from its start: not ready',
      );
    else this.deps.log.warn(fields, 'gap in a log, reading it again from its start');
    this.generation += 1;
    void this.readAgain(repeated);
  }

  private async readAgain(pause: boolean): Promise<void> {
    const generation = this.generation;
    if (pause) await this.backoff.wait(this.deps.signal);
    if (this.deps.signal.aborted || generation !== this.generation) return;
    // An abort is the only way in which this can fail.
    await this.restart().catch((error: unknown) =>
      this.deps.log.debug({ err: error }, 'reading ended while stopping'),
    );
  }
}

/** Whether a subject is this process' own in a log. */
export const isCovered = ({ filter, takes }: LogRead, subject: string): boolean =>
  covers(filter, subject) && (takes?.(subject) ?? true);

/** Hints are comparable strings of one stream; positions of another incarnation of it sort wherever they like. */
function newestHint(positions: readonly LogPosition[]): string | undefined {
  return positions.reduce<string | undefined>(
    (newest, { hint }) => (hint !== undefined && (newest === undefined || hint > newest) ? hint : newest),
    undefined,
  );
}
