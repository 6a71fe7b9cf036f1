import type { Timers } from '../src/timers';

/** A timers that moves only when told to. */
export class HandTimers implements Timers {
  private timers: { at: number; call: () => void }[] = [];

  constructor(private time = 1_700_000_000_000) {}

  now(): number {
    return this.time;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.time + ms, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }

  /** Moves on; what is due is called at its time. */
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = Math.max(this.time, next.at);
      next.call();
    }
    this.time = end;
  }
}
