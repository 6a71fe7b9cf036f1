import type { DryWalk } from './dry-walk';
import { dustReason } from './dust';
import { attemptFill, progressAfterFill } from './fill-arithmetic';
import { isBelowMinimum } from './match';
import type { MarketState } from '../market/market-state';
import { isExhausted, ratesCross, type OpenOrder } from '../order/open-order';
import { isOutsideBand } from './price-band';
import type { Step } from '../market/step';

/** Whether the order would be filled in full; `unfinished` when the step has no work left. */
export type WalkOutcome =
  | { readonly kind: 'filled' | 'not_filled' }
  | { readonly kind: 'unfinished'; readonly walk: DryWalk };

/** A maker's part in the walk: the taker after it, or the answer. */
type Visit = { readonly taker: OpenOrder } | { readonly answer: boolean };

/**
 * Resumes a walk over the book without changing it, as far as the step's work allows: whether the order would be
 * filled in full, where a remainder that is dust counts as filled. Hidden orders count; meeting an order of its own account
 * makes it fail. Every order that it meets is a unit of work.
 */
export function resumeWalk(state: MarketState, step: Step, walk: DryWalk): WalkOutcome {
  const { ahead } = walk;
  let { taker, met } = walk;
  for (;;) {
    const maker = ahead.next;
    const ends =
      maker === undefined ||
      !ratesCross(taker, maker) ||
      maker.account === taker.account ||
      isOutsideBand(state.rules, taker.side, state.lastRate, maker.rateKey);
    if (ends) return { kind: 'not_filled' };
    if (!step.takeWork()) return { kind: 'unfinished', walk: { taker, met, ahead } };
    const visit = tryMaker(state, maker, taker);
    if ('answer' in visit) return { kind: visit.answer ? 'filled' : 'not_filled' };
    taker = visit.taker;
    met += 1;
    ahead.pass();
  }
}

/** Trades with one maker as matching would, until one of the two is done. */
function tryMaker(state: MarketState, resting: OpenOrder, incoming: OpenOrder): Visit {
  const { decimals } = state;
  let maker = resting;
  let taker = incoming;
  for (;;) {
    const attempt = attemptFill(maker, taker, state);
    // Matching meets the same broken condition, and stops the market.
    if (attempt.kind === 'defect') return { answer: true };
    if (attempt.kind === 'dust')
      return attempt.taker ? { answer: dustReason(state, taker) === 'filled' } : { taker };
    const { makerGives, takerGives } = attempt;
    maker = { ...maker, ...progressAfterFill(maker, makerGives, takerGives, decimals) };
    taker = { ...taker, ...progressAfterFill(taker, takerGives, makerGives, decimals) };
    if (isExhausted(taker)) return { answer: true };
    if (isExhausted(maker) || isBelowMinimum(state, maker)) return { taker };
  }
}
