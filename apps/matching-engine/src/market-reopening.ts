import { CLOCK, LOG, READINESS, TURN, TURN_HANDLER } from '@exchange/edge/service-host';
import { type Clock, type Log, type Readiness, repeat, type Turn, until } from '@exchange/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { reopenMarkets } from './engine';
import type { EngineTurn } from './engine-turn';
import type { EngineSignal } from './inbox/engine-signal';

const LOOK_EVERY_MS = 20;
const PROMPT_EVERY_MS = 100;

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
    this.readiness.add('markets reopened', () => this.turn.isStandingBy || !this.handler.isRestarting);
    this.readiness.add('the record followed', () => this.handler.isWarm);
    void this.reopen().catch((error: unknown) => {
      this.log.error(
        { alarm: 'markets_not_reopened', err: error },
        'markets stay cancel_only: the engine could not catch up',
      );
    });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async reopen(): Promise<void> {
    const { turn, handler, clock } = this;
    const { signal } = this.stopping;
    await until(() => turn.ready, { everyMs: LOOK_EVERY_MS, clock, signal });
    if (signal.aborted) return;
    await reopenMarkets(turn);
    // Some may wait for rates, and the end of their patience comes without a message.
    const prompt = () => {
      if (!handler.isRestarting) return 'done';
      turn.submit({ kind: 'continue' } satisfies EngineSignal);
      return undefined;
    };
    await repeat(prompt, { everyMs: PROMPT_EVERY_MS, clock, signal, pauseFirst: true });
  }
}
