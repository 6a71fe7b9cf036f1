import type { RateKey, Side } from '@exchange/core/kernel';
import type { MarketState } from '../market/market-state';
import type { OpenOrder } from '../order/open-order';

/** A trade at this rate crosses stops: they trigger in the order of the trades, when what is matched now is done. */
export function noteCrossedStops(state: MarketState, rate: RateKey): void {
  for (const side of ['buy', 'sell'] as const) {
    const nearest = state.stops.nearest(side);
    if (nearest !== undefined && isCrossed(nearest, rate)) noteCrossed(state, side, rate);
  }
}

function noteCrossed(state: MarketState, side: Side, rate: RateKey): void {
  const { crossed } = state;
  if (crossed.some((range) => range.side === side && isPastStop(side, rate, range.to))) return;
  // Going on in the same direction is the same order of triggers, and keeps the list short.
  if (crossed.at(-1)?.side === side) crossed.pop();
  crossed.push({ side, to: rate });
}

/** A buy's stop triggers at or above its rate, a sell's at or below (design: Order kinds, stop). */
function isPastStop(side: Side, stopRateKey: RateKey, rate: RateKey): boolean {
  return side === 'buy' ? rate >= stopRateKey : rate <= stopRateKey;
}

/** Whether a trade at this rate crosses the order's stop. */
export function isCrossed({ side, stopRateKey }: OpenOrder, rate: RateKey): boolean {
  return stopRateKey !== undefined && isPastStop(side, stopRateKey, rate);
}
