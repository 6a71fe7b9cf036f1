import { type Clock, type Turn, until } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { ChainPoll } from './chain-poll';

interface PollLoopOptions {
  readonly poll: ChainPoll;
  readonly turn: Pick<Turn, 'ready'>;
  readonly clock: Clock;
  readonly pollMs: number;
}

/** Polls as soon as the turn has loaded what is known, until the app stops. A deep reorganisation ends the process. */
export class PollLoop implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(private readonly options: PollLoopOptions) {}

  onApplicationBootstrap(): void {
    // What it rejects with must end the process, as everything that nobody catches does.
    void this.#run();
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { poll, turn, clock, pollMs } = this.options;
    const { signal } = this.#stopping;
    await until(() => turn.ready, { everyMs: pollMs, clock, signal });
    await poll.run(pollMs, signal);
  }
}
