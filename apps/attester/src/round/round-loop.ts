import { type Clock, type Log, repeat, type Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { AttesterRound } from './attester-round';

interface AttesterLoopOptions {
  readonly round: AttesterRound;
  readonly turn: Pick<Turn, 'ready'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly roundMs: number;
}

/** After a round that failed everybody waits for so many pauses. */
const PAUSES_AFTER_FAILURE = 8;

/** Rounds one after another while the turn knows all logs, until the app stops. A defect ends the process. */
export class AttesterLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: AttesterLoopOptions) {}

  onApplicationBootstrap(): void {
    const { round, turn, clock, log, roundMs } = this.options;
    const next = async () => {
      if (turn.ready) await round.run();
    };
    const failed = (error: unknown) => {
      log.warn({ err: error }, 'a round of the attester failed, trying again');
      return roundMs * PAUSES_AFTER_FAILURE;
    };
    // What it rejects with must end the process, as everything that nobody catches does.
    void repeat(next, { everyMs: roundMs, clock, signal: this.#stopping.signal, failed });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}
