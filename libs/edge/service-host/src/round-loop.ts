import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { type Clock, type Log, repeat, type Turn } from '@exchange/platform';

export interface RoundLoopOptions {
  /** One round. It gives `refused` when there is nothing to be had for now: the next one waits as if it had failed. */
  readonly run: () => Promise<unknown>;
  readonly turn: Pick<Turn, 'ready'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From the end of a round to the start of the next one, in ms. */
  readonly everyMs: number;
  /** What the log says of a round that failed. */
  readonly failed: string;
  /** So many of these pauses come after a round that failed. */
  readonly pausesAfterFailure?: number;
}

const PAUSES_AFTER_FAILURE = 8;

/**
 * What a service does outside of its own accord: rounds one after another while its turn knows all logs, and is the writer,
 * until the app stops. One that fails is tried again; a defect ends the process.
 */
export class RoundLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: RoundLoopOptions) {}

  onApplicationBootstrap(): void {
    const { run, turn, clock, log, everyMs, pausesAfterFailure = PAUSES_AFTER_FAILURE } = this.options;
    const pauseMs = everyMs * pausesAfterFailure;
    const next = async () => (turn.ready && (await run()) === 'refused' ? pauseMs : undefined);
    const failed = (error: unknown) => {
      log.warn({ err: error }, this.options.failed);
      return pauseMs;
    };
    // What it rejects with must end the process, as everything that nobody catches does.
    void repeat(next, { everyMs, clock, signal: this.#stopping.signal, failed });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}
