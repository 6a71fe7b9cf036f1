import type { ProcessorStep, MarketProcessor } from './market-processor';

/**
 * Shares the events of one turn among the markets, so that a turn is bounded whatever all of them have to do; work that
 * tells nothing, such as the walk of a fill-or-kill order, counts as much. The market that comes first changes from turn
 * to turn.
 */
export class BusyMarkets {
  private first = 0;

  constructor(private readonly eventsPerTurn: number) {}

  /** Runs steps of these market processors until nothing is left to do, or the turn has its events; in which order is no matter. */
  work(processors: readonly MarketProcessor[]): ReadonlyMap<string, readonly ProcessorStep[]> {
    const done = new Map<string, ProcessorStep[]>();
    let left = this.eventsPerTurn;
    this.first = processors.length === 0 ? 0 : (this.first + 1) % processors.length;
    for (const processor of [...processors.slice(this.first), ...processors.slice(0, this.first)]) {
      const steps: ProcessorStep[] = [];
      while (left > 0) {
        const step = processor.step();
        if (step === undefined) break;
        steps.push(step);
        left -= Math.max(step.events.length, step.work);
      }
      if (steps.length > 0) done.set(processor.market, steps);
    }
    return done;
  }
}
