import type { RecordedInput } from '@exchange/core/message';
import type { MarketProcessor } from './market-processor';

/**
 * Decides when each market leaves the restart: when all that waited is applied and its pegged orders have fresh rates, or
 * when it waited for rates long enough; what has no rate then stays outside the book.
 */
export class Reopening {
  private readonly waiting = new Set<string>();
  private caughtUpAt: number | undefined;
  private begun = false;

  constructor(private readonly ratesWaitMs: number) {}

  /** Until it is over a market may be cancel_only. */
  get isOver(): boolean {
    return this.begun && this.caughtUpAt !== undefined && this.waiting.size === 0;
  }

  /** All markets are cancel_only from now on. */
  begin(markets: Iterable<string>): void {
    for (const market of markets) this.waiting.add(market);
    this.begun = true;
  }

  /** A market is another engine's from now on. */
  leave(market: string): void {
    this.waiting.delete(market);
  }

  /** Everything that waited at the start is applied, Unix ms. */
  caughtUp(at: number): void {
    this.caughtUpAt = at;
  }

  /** The input with which a market leaves the restart, when its moment has come. */
  next(processor: MarketProcessor, at: number): RecordedInput | undefined {
    const { caughtUpAt } = this;
    if (caughtUpAt === undefined || !this.waiting.has(processor.market) || processor.hasWork)
      return undefined;
    if (at < caughtUpAt + this.ratesWaitMs && processor.lacksRates(at)) return undefined;
    this.waiting.delete(processor.market);
    return { at, input: { kind: 'restarting', restarting: false } };
  }
}
