import type { Clock } from '@exchange/platform';

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Lets every promise that can go on do so. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  private sleepers: Sleeper[] = [];
  private order = 0;
  private aheadMs = 0;
  readonly run = 1;

  /** `time`: Unix ms. */
  constructor(private time = 1_700_000_000_000) {}

  now(): number {
    return this.time + this.aheadMs;
  }

  steady(): number {
    return this.time;
  }

  /** The machine's clock is set forward (or back) by so much; nothing passes. */
  step(milliseconds: number): void {
    this.aheadMs += milliseconds;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const wakeEarly = () => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        resolve();
      };
      const wake = () => {
        signal?.removeEventListener('abort', wakeEarly);
        resolve();
      };
      const sleeper = { at: this.time + milliseconds, order: (this.order += 1), wake };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', wakeEarly);
    });
  }

  /** When the next sleeper wakes (Unix ms); undefined when nobody sleeps. */
  get nextWake(): number | undefined {
    return this.sleepers.reduce<number | undefined>(
      (next, { at }) => (next === undefined || at < next ? at : next),
      undefined,
    );
  }

  /** Moves on, waking sleepers in order of time; between two of them everything that can go on does. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.time + milliseconds;
    await settle();
    for (let next = this.nextWake; next !== undefined && next <= until; next = this.nextWake) {
      this.time = Math.max(this.time, next);
      this.wakeDue();
      await settle();
    }
    this.time = until;
  }

  private wakeDue(): void {
    const due = this.sleepers.filter(({ at }) => at <= this.time);
    this.sleepers = this.sleepers.filter(({ at }) => at > this.time);
    for (const { wake } of due.sort((a, b) => a.at - b.at || a.order - b.order)) wake();
  }
}
