import {
  formatRate,
  parseRate,
  type RateKey,
  rateRatio,
  type Side,
  wholeTokens,
} from '@exchange/core/kernel';
import type { BookLineView } from '@exchange/core/wire';
import type { EntryDraft } from './draft';
import { opposite, type PlanContext, type PlannedOrder } from './plan-context';
import { reachOf, takes } from './reach';

/** What would surprise about an order that can be placed. Amounts are whole traded tokens. */
export type PlanWarning =
  /** Post-only, and it would take: the exchange cancels it. */
  | { readonly kind: 'would take'; readonly best: string }
  /** All or nothing, and by the book as it is there isn't enough. */
  | { readonly kind: 'not enough'; readonly there: string }
  /** What can't be taken at once is canceled. */
  | { readonly kind: 'in part'; readonly there: string }
  | { readonly kind: 'nothing at once' }
  | { readonly kind: 'stops at once'; readonly last: string }
  /** It would meet an own order, which is canceled then. */
  | { readonly kind: 'meets own'; readonly rate: string }
  /** Its rate is so much worse than the best one, in whole percent. */
  | { readonly kind: 'far'; readonly percent: number }
  | { readonly kind: 'no book' };

const FAR_PERCENT = 5;
const PLAIN = { traded: 0, quote: 0 };

/** What an owner should know before signing. `stopRate`: that of a stop. */
export function warningsOf(
  draft: EntryDraft,
  order: PlannedOrder,
  stopRate: RateKey | undefined,
  context: PlanContext,
): readonly PlanWarning[] {
  const { book, lastRate } = context;
  const { side, kind } = draft;
  const warnings: PlanWarning[] = [];
  if (kind === 'stop' && stopRate !== undefined && lastRate !== undefined) {
    // A buy enters when the last trade is at its stop or above, a sell at or below.
    const isCrossed = side === 'buy' ? lastRate >= stopRate : lastRate <= stopRate;
    if (isCrossed) warnings.push({ kind: 'stops at once', last: formatRate(lastRate) });
  }
  if (kind === 'stop' || kind === 'pegged') return warnings;
  if (book === undefined) return [...warnings, { kind: 'no book' }];
  const lines = book[opposite(side)];
  const best = rateOf(lines[0]);
  if (best !== undefined && takes(side, order.bookRate, best)) {
    if (draft.execution === 'postOnly') warnings.push({ kind: 'would take', best: formatRate(best) });
    const percent = beyondPercent(side, order.bookRate, best);
    if (percent >= FAR_PERCENT) warnings.push({ kind: 'far', percent });
  }
  warnings.push(...shortOf(draft, order, lines, context));
  const own = ownMet(side, order.bookRate, context);
  if (own !== undefined) warnings.push({ kind: 'meets own', rate: formatRate(own) });
  return warnings;
}

/** Of what has to be taken at once: that there isn't as much. */
function shortOf(
  { side, execution }: EntryDraft,
  order: PlannedOrder,
  lines: readonly BookLineView[],
  { market }: PlanContext,
): readonly PlanWarning[] {
  if (execution !== 'immediateOrCancel' && execution !== 'fillOrKill') return [];
  const wanted = side === 'buy' ? order.terms.buyAmount : order.terms.sellAmount;
  const { traded } = reachOf(side, lines, wanted, order.bookRate, market.decimals);
  if (traded >= wanted) return [];
  const there = wholeTokens(traded, market.decimals.traded);
  if (execution === 'fillOrKill') return [{ kind: 'not enough', there }];
  return traded === 0n ? [{ kind: 'nothing at once' }] : [{ kind: 'in part', there }];
}

/** The best of the own orders on the other side that it would meet. */
function ownMet(side: Side, rate: RateKey, { own }: PlanContext): RateKey | undefined {
  const met = own[opposite(side)].filter((other) => takes(side, rate, other));
  return met.sort((a, b) => (side === 'buy' ? a - b : b - a))[0];
}

function rateOf(line: BookLineView | undefined): RateKey | undefined {
  const key = line && parseRate(line.rate, 'rate');
  return key?.ok === true ? key.value : undefined;
}

/** By how much a rate is worse for its owner than the best one there is, in percent, rounded down. */
function beyondPercent(side: Side, rate: RateKey, best: RateKey): number {
  const [a, b] = [rateRatio(rate, PLAIN), rateRatio(best, PLAIN)];
  const [own, other] = [a.numerator * b.denominator, b.numerator * a.denominator];
  return Number(((side === 'buy' ? own - other : other - own) * 100n) / other);
}
