import { type Clock, repeat, type Turn } from '@exchange/platform';
import { TICK } from './inbox/signal/account-signal';

const TICK_EVERY_MS = 1_000;

/** Prompts the turn once a second, so that what depends on time alone happens. */
export class ClockTicks {
  private readonly stopping = new AbortController();

  constructor(
    private readonly turn: Pick<Turn, 'ready' | 'submit'>,
    private readonly clock: Clock,
  ) {}

  start(): void {
    const { clock, turn } = this;
    const tick = () => {
      if (turn.ready) turn.submit(TICK);
    };
    void repeat(tick, { everyMs: TICK_EVERY_MS, clock, signal: this.stopping.signal });
  }

  stop(): void {
    this.stopping.abort();
  }
}
