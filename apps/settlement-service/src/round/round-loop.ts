import { DefectError } from '@exchange/core/kernel';
import type { Clock, Log, Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { SettlementRound } from './settlement-round';

interface RoundLoopOptions {
  readonly round: SettlementRound;
  readonly turn: Pick<Turn, 'ready'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly roundMs: number;
}

/** After a round that failed, or that the contract refused, everybody gets a rest of so many pauses. */
const PAUSES_AFTER_FAILURE = 8;

/** Rounds one after another while the turn knows all logs, until the app stops. A defect ends the process. */
export class RoundLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: RoundLoopOptions) {}

  onApplicationBootstrap(): void {
    // What it rejects with must end the process, as everything that nobody catches does.
    void this.#run();
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { turn, clock, roundMs } = this.options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pauses = turn.ready && !(await this.#succeeds()) ? PAUSES_AFTER_FAILURE : 1;
      await clock.sleep(roundMs * pauses, signal);
    }
  }

  async #succeeds(): Promise<boolean> {
    try {
      return (await this.options.round.run()) === 'done';
    } catch (error) {
      if (error instanceof DefectError) throw error;
      this.options.log.warn({ err: error }, 'a settlement round failed, trying again');
      return false;
    }
  }
}
