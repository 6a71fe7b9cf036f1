import type { DeskStep, MarketDesk } from './market-desk';

/**
 * Shares the events of one turn among the markets, so that a turn is bounded whatever all of them have to do; work that
 * tells nothing, such as the walk of a fill-or-kill order, counts as much. The market that comes first changes from turn
 * to turn.
 */
export class BusyMarkets {
  private first = 0;

  constructor(private readonly eventsPerTurn: number) {}

  /** Runs steps of these desks until nothing is left to do, or the turn has its events; in which order is no matter. */
  work(desks: readonly MarketDesk[]): ReadonlyMap<string, readonly DeskStep[]> {
    const done = new Map<string, DeskStep[]>();
    let left = this.eventsPerTurn;
    this.first = desks.length === 0 ? 0 : (this.first + 1) % desks.length;
    for (const desk of [...desks.slice(this.first), ...desks.slice(0, this.first)]) {
      const steps: DeskStep[] = [];
      while (left > 0) {
        const step = desk.step();
        if (step === undefined) break;
        steps.push(step);
        left -= Math.max(step.events.length, step.work);
      }
      if (steps.length > 0) done.set(desk.market, steps);
    }
    return done;
  }
}
