import { attemptFill, progressAfterFill } from './fill-arithmetic';
import { isBelowMinimum } from './match';
import type { MarketState } from './market-state';
import { isExhausted, opposite, ratesCross, type OpenOrder } from './open-order';
import { isOutsideBand } from './price-band';
import type { Step } from './step';

/** A maker's part in the walk: the taker after it, or the answer. */
type Visit = { readonly taker: OpenOrder } | { readonly answer: boolean };

/**
 * Walks over the book without changing it: whether the order would be filled in full, where a rest that is dust counts
 * as filled. Hidden orders count; meeting an order of its own account makes it fail. Every order that it meets is a
 * unit of work, but the walk decides at once: nothing may change before the order is matched.
 */
export function canFillWhole(state: MarketState, step: Step, order: OpenOrder): boolean {
  let taker = order;
  for (const maker of state.book.orders(opposite(order.side))) {
    const ends =
      !ratesCross(taker, maker) ||
      maker.account === taker.account ||
      isOutsideBand(state.rules, taker.side, state.lastRate, maker.rateKey);
    if (ends) return false;
    step.spendWork(1);
    const visit = tryMaker(state, maker, taker);
    if ('answer' in visit) return visit.answer;
    taker = visit.taker;
  }
  return false;
}

/** Trades with one maker as matching would, until one of the two is done. */
function tryMaker(state: MarketState, resting: OpenOrder, incoming: OpenOrder): Visit {
  const { decimals } = state.rules;
  let maker = resting;
  let taker = incoming;
  for (;;) {
    const attempt = attemptFill(maker, taker, decimals);
    // Matching meets the same broken condition, and stops the market.
    if (attempt.kind === 'defect') return { answer: true };
    if (attempt.kind === 'dust') return attempt.taker ? { answer: taker.sold > 0n } : { taker };
    const { makerGives, takerGives } = attempt;
    maker = { ...maker, ...progressAfterFill(maker, makerGives, takerGives, decimals) };
    taker = { ...taker, ...progressAfterFill(taker, takerGives, makerGives, decimals) };
    if (isExhausted(taker)) return { answer: true };
    if (isExhausted(maker) || isBelowMinimum(state, maker)) return { taker };
  }
}
