import { type Clock, type Log, repeat, type Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { SettlementRound } from './settlement-round';

interface RoundLoopOptions {
  readonly round: SettlementRound;
  readonly turn: Pick<Turn, 'ready'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly roundMs: number;
}

/** After a round that failed, or that the contract refused, everybody waits for so many pauses. */
const PAUSES_AFTER_FAILURE = 8;

/** Rounds one after another while the turn knows all logs, until the app stops. A defect ends the process. */
export class RoundLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: RoundLoopOptions) {}

  onApplicationBootstrap(): void {
    const { round, turn, clock, log, roundMs } = this.options;
    const pauseMs = roundMs * PAUSES_AFTER_FAILURE;
    const next = async () => (turn.ready && (await round.run()) !== 'done' ? pauseMs : undefined);
    const failed = (error: unknown) => {
      log.warn({ err: error }, 'a settlement round failed, trying again');
      return pauseMs;
    };
    // What it rejects with must end the process, as everything that nobody catches does.
    void repeat(next, { everyMs: roundMs, clock, signal: this.#stopping.signal, failed });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}
