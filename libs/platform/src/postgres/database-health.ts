import { repeat } from '../repeat';
import { systemClock } from '../system-clock';

const LOOK_EVERY_MS = 1_000;

/** Whether a database reads and writes: looks every second, and hears of each commit. */
export class DatabaseHealth {
  private readonly stopping = new AbortController();
  private unread: string | undefined;
  private unwritten: string | undefined;

  /** `look` rejects, or says what is wrong. */
  constructor(look: () => Promise<string | undefined>) {
    const { signal } = this.stopping;
    const looked = async () => {
      this.unread = await look();
    };
    const failed = (error: unknown) => {
      this.unread = textOf(error);
    };
    const options = { everyMs: LOOK_EVERY_MS, clock: systemClock, signal, failed };
    void repeat(looked, { ...options, pauseFirst: true }).catch(failed);
  }

  /** What is wrong now. */
  get fault(): string | undefined {
    return this.unwritten ?? this.unread;
  }

  /** A commit succeeded, or failed with `error`. */
  committed(error?: unknown): void {
    this.unwritten = error === undefined ? undefined : textOf(error);
  }

  stop(): void {
    this.stopping.abort();
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
