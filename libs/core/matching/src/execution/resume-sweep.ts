import type { Market } from '../market/market';
import type { MarketState, Sweep } from '../market/market-state';
import type { Step } from '../market/step';
import type { DryWalk } from './dry-walk';
import { resumeWalk } from './fill-or-kill';

/** Resumes the matching of the order that is being matched, and rests what is left. False when the step has no work left. */
export function resumeSweep(market: Market, step: Step): boolean {
  if (market.sweep?.walk !== undefined && !endWalk(market, step, market.sweep, market.sweep.walk))
    return false;
  const { sweep } = market;
  if (sweep === undefined) return true;
  market.sweep = undefined;
  return market.matching.sweep(market, step, sweep);
}

/** Resumes a dry walk and does what follows from it. False when the step has no work left. */
function endWalk(state: MarketState, step: Step, { taker, lastRate }: Sweep, walk: DryWalk): boolean {
  const outcome = resumeWalk(state, step, walk);
  switch (outcome.kind) {
    case 'unfinished':
      state.sweep = { taker, lastRate, walk: outcome.walk };
      return false;
    case 'filled':
      state.sweep = { taker, lastRate };
      return true;
    case 'not_filled':
      step.tellDone(taker, 'fill_or_kill');
      state.sweep = undefined;
      return true;
  }
}
