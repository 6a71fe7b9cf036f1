import type { Clock, Database, Log, LogPosition, TurnCommit } from '../ports';
import { untilDone } from './retry';
import type { DecidedTurn } from './round';
import type { TurnMetrics } from './turn-metrics';

/** So many turns may be decided before their commit: what a database that hangs leaves in memory. */
const AHEAD_MAX = 16;

interface CommitLineDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: TurnMetrics;
  readonly signal: AbortSignal;
  /** Throws when another process has become the writer; undefined where only a commit can tell. */
  readonly confirm: (() => Promise<void>) | undefined;
  /** These turns are stored, in their order. */
  committed(turns: readonly DecidedTurn[]): void;
  /** No retry can help; nothing that waits is stored or told. */
  failed(error: unknown): void;
}

/**
 * Commits decided turns in their order, one transaction at a time. Turns that were decided while one ran are committed
 * together: the last version of a row, the last position of a log.
 */
export class CommitLine {
  private readonly waiting: DecidedTurn[] = [];
  private running: readonly DecidedTurn[] = [];
  private work: Promise<void> | undefined;
  private hasFailed = false;
  private roomWaiters: (() => void)[] = [];

  constructor(private readonly deps: CommitLineDeps) {}

  /** Whether the next turn must wait until some are committed. */
  get isFull(): boolean {
    return this.length >= AHEAD_MAX;
  }

  /** How many turns were decided and aren't known to be stored. */
  get length(): number {
    return this.running.length + this.waiting.length;
  }

  /** What was decided and isn't known to be stored, oldest first. */
  get underWay(): readonly TurnCommit[] {
    return [...this.running, ...this.waiting].map(({ commit }) => commit);
  }

  /** Takes a decided turn; it is committed after all earlier ones. */
  add(turn: DecidedTurn): void {
    this.waiting.push(turn);
    if (!this.hasFailed) this.work ??= this.run();
  }

  /** Resolves when one more turn may be decided, or never will be. */
  async room(): Promise<void> {
    while (this.isFull && !this.hasFailed)
      await new Promise<void>((resolve) => this.roomWaiters.push(resolve));
  }

  /** Resolves when everything is committed, or nothing more will be. */
  async idle(): Promise<void> {
    while (this.work !== undefined) await this.work;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0 && !this.hasFailed) {
      this.running = this.waiting.splice(0);
      try {
        await this.commit(merged(this.running.map(({ commit }) => commit)));
        const turns = this.running;
        this.running = [];
        this.deps.committed(turns);
      } catch (error) {
        this.hasFailed = true;
        this.deps.failed(error);
      }
      for (const resolve of this.roomWaiters.splice(0)) resolve();
    }
    // At once with the last look at what waits: whatever is added from now on must begin anew.
    this.work = undefined;
  }

  /** A fault may have come after the commit: it is repeated as it was, and changes nothing then. */
  private async commit(turn: TurnCommit): Promise<void> {
    const { database, metrics, confirm } = this.deps;
    if (turn.changes.length + turn.positions.length + turn.outbox.length === 0) {
      // No commit checks the epoch, and what a former writer remembers is old.
      if (confirm) await untilDone(confirm, 'confirming the lease', this.deps);
      return;
    }
    let tries = 0;
    const once = () => {
      tries += 1;
      if (tries > 1) metrics.commitRetried();
      return database.commit(turn);
    };
    await untilDone(once, 'commit', this.deps);
  }
}

function merged(commits: readonly TurnCommit[]): TurnCommit {
  const positions = new Map<string, LogPosition>();
  for (const commit of commits) {
    for (const position of commit.positions) positions.set(position.subject, position);
  }
  return {
    changes: commits.flatMap(({ changes }) => changes),
    positions: [...positions.values()],
    outbox: commits.flatMap(({ outbox }) => outbox),
  };
}
