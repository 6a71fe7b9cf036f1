import { type Clock, repeat, type Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { MarketDataSignal } from './inbox/signals';

/** Reminds the turn that time passes: a ticker changes also because trades become 24 hours old. */
export class WindowTimer implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(
    private readonly turn: Pick<Turn, 'ready' | 'submit'>,
    private readonly clock: Clock,
    private readonly intervalMs: number,
  ) {}

  onApplicationBootstrap(): void {
    const { turn, clock, intervalMs: everyMs } = this;
    const remind = () => {
      if (turn.ready) turn.submit({ kind: 'window_moved' } satisfies MarketDataSignal);
    };
    void repeat(remind, { everyMs, clock, signal: this.#stopping.signal, pauseFirst: true });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }
}
