import type { Clock } from '@exchange/platform';

/** The clock of one machine: how long things take is the same everywhere, the time of day may be wrong. */
export class SkewedClock implements Clock {
  /** How much it is ahead, in ms. */
  aheadMs = 0;

  constructor(private readonly real: Clock) {}

  now(): number {
    return this.real.now() + this.aheadMs;
  }

  steady(): number {
    return this.real.steady();
  }

  get run(): number {
    return this.real.run;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.real.sleep(milliseconds, signal);
  }
}
