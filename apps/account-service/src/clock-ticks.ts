import { CLOCK, type Clock, repeat, TURN, type Turn } from '@exchange/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TICK } from './inbox/signal/account-signal';

const TICK_EVERY_MS = 1_000;

/** Prompts the turn once a second, so that what depends on time alone happens. */
@Injectable()
export class ClockTicks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(TURN) private readonly turn: Turn,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { clock, turn } = this;
    const tick = () => {
      if (turn.ready) turn.submit(TICK);
    };
    void repeat(tick, { everyMs: TICK_EVERY_MS, clock, signal: this.stopping.signal });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }
}
