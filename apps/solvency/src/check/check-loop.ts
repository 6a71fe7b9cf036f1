import { type Clock, type Log, repeat, type Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { StandingCheck } from './standing-check';

interface CheckLoopOptions {
  readonly check: StandingCheck;
  readonly turn: Pick<Turn, 'ready' | 'isStandingBy'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly checkMs: number;
}

/** Checks again and again while this process is the active one, until the app stops; what fails is tried again. */
export class CheckLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: CheckLoopOptions) {}

  onApplicationBootstrap(): void {
    const { check, turn, clock, log, checkMs: everyMs } = this.options;
    const failed = (error: unknown) => log.warn({ err: error }, 'a check failed, trying again');
    const work = () => (turn.ready && !turn.isStandingBy ? check.run() : undefined);
    void repeat(async () => work(), { everyMs, clock, signal: this.#stopping.signal, failed });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}
