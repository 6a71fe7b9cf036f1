import {
  type Clock,
  CLOCK,
  type Log,
  LOG,
  READINESS,
  type Readiness,
  TURN,
  TURN_HANDLER,
  type Turn,
} from '@exchange/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { reopenMarkets } from './engine';
import type { EngineTurn } from './engine-turn';

const LOOK_EVERY_MS = 20;

/** Reopens the markets after a start; the service is ready when they are open. */
@Injectable()
export class MarketReopening implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @Inject(TURN) private readonly turn: Turn,
    @Inject(TURN_HANDLER) private readonly handler: EngineTurn,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.add('markets reopened', () => !this.handler.isRestarting);
    void this.reopen().catch((error: unknown) => {
      this.log.error({ err: error }, 'markets stay cancel_only: the engine could not catch up');
    });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async reopen(): Promise<void> {
    while (!this.turn.ready) {
      await this.clock.sleep(LOOK_EVERY_MS, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
    }
    await reopenMarkets(this.turn);
  }
}
