import type { Clock, Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { WINDOW_MOVED } from './market-data-handler';

/** Reminds the turn that time passes: a ticker changes also because trades become 24 hours old. */
export class WindowTimer implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(
    private readonly turn: Pick<Turn, 'ready' | 'submit'>,
    private readonly clock: Clock,
    private readonly intervalMs: number,
  ) {}

  onApplicationBootstrap(): void {
    void this.#run();
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.clock.sleep(this.intervalMs, signal);
      if (signal.aborted) return;
      if (this.turn.ready) this.turn.submit(WINDOW_MOVED);
    }
  }
}
