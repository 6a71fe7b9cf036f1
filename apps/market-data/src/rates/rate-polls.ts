import type { ValueReport } from '@exchange/core/market-data';
import { type Clock, type Log, repeat, type Turn } from '@exchange/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { MarketDataSignal } from '../inbox/signals';
import type { RateSource } from './rate-source';

/** How often is looked for rates that went stale or were told long ago. */
const DUE_EVERY_MS = 1_000;

/** Asks each source again and again, and hands what it says to the turn. */
export class RatePolls implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  /** Sources that couldn't be read the last time. */
  readonly #silent = new Set<string>();
  /** When each source gave values last, by the steady clock; the start for one that gave none. */
  readonly #heardAt: Map<string, number>;

  constructor(
    private readonly sources: readonly RateSource[],
    private readonly turn: Pick<Turn, 'ready' | 'submit'>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.#heardAt = new Map(sources.map(({ name }) => [name, clock.steady()]));
  }

  /** Since when each source is silent, in ms. */
  ages(): readonly (readonly [source: string, ageMs: number])[] {
    const now = this.clock.steady();
    return Array.from(this.#heardAt, ([source, at]) => [source, now - at] as const);
  }

  onApplicationBootstrap(): void {
    const { clock, turn } = this;
    const { signal } = this.#stopping;
    for (const source of this.sources)
      void repeat(() => this.#read(source), { everyMs: source.everyMs, clock, signal });
    const look = () => {
      if (turn.ready) turn.submit({ kind: 'rates_due' } satisfies MarketDataSignal);
    };
    void repeat(look, { everyMs: DUE_EVERY_MS, clock, signal });
  }

  onModuleDestroy(): void {
    this.#stopping.abort();
  }

  async #read(source: RateSource): Promise<void> {
    const { signal } = this.#stopping;
    try {
      const values = await source.read(signal);
      this.#heardAt.set(source.name, this.clock.steady());
      const at = this.clock.now();
      const reports = values.map((value): ValueReport => ({ ...value, source: source.name, at }));
      const heard: MarketDataSignal = { kind: 'values_heard', reports };
      if (this.turn.ready) this.turn.submit(heard);
      if (this.#silent.delete(source.name))
        this.log.info({ source: source.name }, 'the rate source answers again');
    } catch (error) {
      if (signal.aborted || this.#silent.has(source.name)) return;
      this.#silent.add(source.name);
      this.log.warn({ err: error, source: source.name }, 'the rate source gives no rates');
    }
  }
}
