import { CLOCK, type Clock, TURN, type Turn } from '@exchange/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TICK } from './account-turn';

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
    void this.run();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      if (this.turn.ready) this.turn.submit(TICK);
      await this.clock.sleep(TICK_EVERY_MS, this.stopping.signal);
    }
  }
}
