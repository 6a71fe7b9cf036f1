import { tradeIdOf, unreachable, type TokenAmount } from '@exchange/core/kernel';
import type { DoneReason, Fill } from '@exchange/core/message';
import { noteCrossedStops } from '../trigger/crossed-stops';
import { dustReason } from './dust';
import { attemptFill, progressAfterFill } from './fill-arithmetic';
import type { MarketState, Sweep } from '../market/market-state';
import {
  isExhausted,
  opposite,
  quantityOf,
  quoteValueOf,
  ratesCross,
  type OpenOrder,
} from '../order/open-order';
import { isOutsideBand } from './price-band';
import { endUsedUp } from './used-up';
import type { Step } from '../market/step';

/** What became of a taker: still open with nothing left to match, closed, or out of work for this step. */
export type MatchOutcome =
  | { readonly kind: 'open'; readonly taker: OpenOrder }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unfinished'; readonly taker: OpenOrder };

/**
 * Matches an order that is not in the book against the other side, best order first. A resting order of the same
 * account is canceled and the taker goes on. A broken contract condition stops the market instead of trading wrongly.
 */
export function match(state: MarketState, step: Step, sweep: Sweep): MatchOutcome {
  let { taker } = sweep;
  for (;;) {
    const maker = state.book.best(opposite(taker.side));
    if (maker === undefined || !ratesCross(taker, maker)) return { kind: 'open', taker };
    if (isOutsideBand(state.rules, taker.side, sweep.lastRate, maker.rateKey)) {
      return endTaker(step, taker, 'price_band');
    }
    if (!step.takeWork()) return { kind: 'unfinished', taker };
    if (maker.account === taker.account) {
      step.endOrder(maker, 'self_trade');
      continue;
    }
    const outcome = attemptTrade(state, step, maker, taker);
    if (outcome.kind === 'closed') return outcome;
    taker = outcome.taker;
  }
}

/** Trades a taker with the maker that matches first, or closes whichever of them can't. */
export function attemptTrade(
  state: MarketState,
  step: Step,
  maker: OpenOrder,
  taker: OpenOrder,
): Exclude<MatchOutcome, { kind: 'unfinished' }> {
  const attempt = attemptFill(maker, taker, state);
  switch (attempt.kind) {
    case 'trade': {
      const after = trade(state, step, maker, taker, attempt.makerGives, attempt.takerGives);
      return isExhausted(after)
        ? endUsedUpTaker(state, step, after, 'filled')
        : { kind: 'open', taker: after };
    }
    case 'dust':
      if (attempt.maker) endUsedUpMaker(state, step, maker, dustReason(state, maker));
      return attempt.taker
        ? endUsedUpTaker(state, step, taker, dustReason(state, taker))
        : { kind: 'open', taker };
    case 'defect':
      state.defect = attempt.reason;
      return endTaker(step, taker, 'market_closed');
    default:
      return unreachable(attempt);
  }
}

/** After a partial fill, a remainder below the market's minimums can't stay in the book. */
export function isBelowMinimum(state: MarketState, order: OpenOrder): boolean {
  const { minOrderRemaining, minOrderRemainingQuote } = state.rules;
  return (
    order.sold > 0n && (quantityOf(order) < minOrderRemaining || quoteValueOf(order) < minOrderRemainingQuote)
  );
}

function endTaker(step: Step, taker: OpenOrder, reason: DoneReason): { kind: 'closed' } {
  step.tellDone(taker, reason);
  return { kind: 'closed' };
}

function endUsedUpTaker(
  state: MarketState,
  step: Step,
  taker: OpenOrder,
  reason: DoneReason,
): { kind: 'closed' } {
  endUsedUp(state, step, taker, reason);
  return { kind: 'closed' };
}

/** The same for an order that is in the book. */
export function endUsedUpMaker(state: MarketState, step: Step, maker: OpenOrder, reason: DoneReason): void {
  step.takeOut(maker);
  endUsedUp(state, step, maker, reason);
}

/** Makes the trade, ends a maker that is filled or too small to stay, and returns the taker after it. */
function trade(
  state: MarketState,
  step: Step,
  maker: OpenOrder,
  taker: OpenOrder,
  makerGives: TokenAmount,
  takerGives: TokenAmount,
): OpenOrder {
  const { decimals, rules } = state;
  const makerAfter = step.progress(maker, progressAfterFill(maker, makerGives, takerGives, decimals));
  const takerAfter = { ...taker, ...progressAfterFill(taker, takerGives, makerGives, decimals) };
  state.tradeCount += 1;
  state.lastTradeTime = Math.max(state.lastTradeTime, state.at);
  state.lastRate = maker.rateKey;
  noteCrossedStops(state, maker.rateKey);
  step.tell({
    kind: 'trade',
    tradeId: tradeIdOf(rules.index, state.tradeCount),
    time: state.lastTradeTime,
    rateKey: maker.rateKey,
    takerSide: taker.side,
    traded: maker.side === 'sell' ? makerGives : takerGives,
    quote: maker.side === 'sell' ? takerGives : makerGives,
    maker: fillOf(makerAfter),
    taker: fillOf(takerAfter),
  });
  if (isExhausted(makerAfter)) endUsedUpMaker(state, step, makerAfter, 'filled');
  else if (isBelowMinimum(state, makerAfter)) endUsedUpMaker(state, step, makerAfter, 'below_minimum');
  return takerAfter;
}

const fillOf = ({ orderId, account, sellBook, buyBook, fees }: OpenOrder): Fill => ({
  orderId,
  account,
  sellBook,
  buyBook,
  fees,
});
