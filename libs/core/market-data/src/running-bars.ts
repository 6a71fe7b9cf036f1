import { BAR_PRECISION_NAMES, type MarketBar, barAfter, type BarInterval } from './bar';
import type { MarketTrade } from './market-trade';

export interface PrecisionBar {
  readonly precision: BarInterval;
  readonly bar: MarketBar;
}

/** The newest bar of each precision of one market, and which bars changed since somebody asked. */
export class RunningBars {
  private readonly running = new Map<BarInterval, MarketBar>();
  /** As they are now, oldest first within a precision. */
  private readonly changed = new Map<BarInterval, MarketBar[]>();

  /** Goes on with a bar that is known from before; it counts as unchanged. */
  restore({ precision, bar }: PrecisionBar): void {
    this.running.set(precision, bar);
  }

  /** Counts a trade in the bars of all precisions; trades come in the order of their time. */
  add(trade: MarketTrade): void {
    for (const precision of BAR_PRECISION_NAMES) {
      const bar = barAfter(this.running.get(precision), precision, trade);
      this.running.set(precision, bar);
      const changed = this.changed.get(precision);
      if (changed === undefined) this.changed.set(precision, [bar]);
      else if (changed.at(-1)?.openTime === bar.openTime) changed[changed.length - 1] = bar;
      else changed.push(bar);
    }
  }

  /** The newest bar of each precision that had a trade. */
  newest(): readonly PrecisionBar[] {
    return Array.from(this.running, ([precision, bar]) => ({ precision, bar }));
  }

  /** The bars that changed since the last call, each as it is now. */
  takeChanged(): readonly PrecisionBar[] {
    const changed = Array.from(this.changed, ([precision, bars]) => bars.map((bar) => ({ precision, bar })));
    this.changed.clear();
    return changed.flat();
  }
}
