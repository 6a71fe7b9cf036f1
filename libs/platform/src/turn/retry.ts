import { DefectError } from '@exchange/core/kernel';
import { BrokerAheadError, type Clock, FencedError, type Log } from '../ports';

const FIRST_PAUSE_MS = 50;
/** Whoever is back is noticed within a second. */
const LONGEST_PAUSE_MS = 1_000;

/** Errors that no retry can help: a bug, a lost writer, a broker with more than our record. */
export const isFatal = (error: unknown): error is Error =>
  error instanceof DefectError || error instanceof FencedError || error instanceof BrokerAheadError;

/** Pauses that double from 50 ms to 1 s. */
export class Backoff {
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly clock: Clock) {}

  async wait(signal?: AbortSignal): Promise<void> {
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await this.clock.sleep(pauseMs, signal);
  }

  reset(): void {
    this.pauseMs = FIRST_PAUSE_MS;
  }
}

/** Repeats `work` until it succeeds, for faults of the outside world; a fatal error or an abort ends it. */
export async function untilDone<T>(
  work: () => Promise<T>,
  what: string,
  { clock, log, signal }: { clock: Clock; log: Log; signal?: AbortSignal },
): Promise<T> {
  const backoff = new Backoff(clock);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isFatal(error) || signal?.aborted) throw error;
      log.warn({ err: error }, `${what} failed, trying again`);
      await backoff.wait(signal);
    }
  }
}
