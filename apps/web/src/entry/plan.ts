import { buildTerms, ExchangeError, type OrderOptions } from '@exchange/client';
import {
  divideDown,
  divideUp,
  formatRate,
  orderRate,
  type RateKey,
  type Side,
  wholeTokens,
} from '@exchange/core/kernel';
import { EXPIRY_MARGIN_SECONDS, type OrderTerms } from '@exchange/core/order';
import type { FeeTier } from '@exchange/core/wire';
import { type EntryDraft, LASTS, mayRest } from './draft';
import { tokensOf } from './entry-market';
import { type PlannedFees, plannedFees } from './fees';
import { leastAmount, type Minimum, missedMinimum, roundedUp } from './minimums';
import { opposite, type PlanContext, type PlannedOrder } from './plan-context';
import { averageRate, atRate, type Reach, reachOf, worstRate } from './reach';
import { neededFields, type NumberField, readDraft } from './read-draft';
import type { TypedFault } from '../typed/typed-amount';
import { partOfUsable } from './usable-part';
import { type PlanWarning, warningsOf } from './warnings';

/** What is usable, what is needed of the same token, and the most of the traded token that is enough for. */
export interface MissingFunds {
  readonly symbol: string;
  readonly usable: string;
  readonly needed: string;
  readonly most: string;
}

/** Why an order can't be placed yet, as data: text/ says it with what would be right. Amounts are whole tokens. */
export type PlanFault =
  | { readonly kind: 'missing'; readonly field: NumberField }
  | { readonly kind: 'typed'; readonly field: NumberField; readonly fault: TypedFault }
  | {
      readonly kind: 'least';
      readonly field: 'amount' | 'offered';
      readonly why: Minimum | 'coarse';
      readonly least: string;
    }
  | { readonly kind: 'offered'; readonly field: 'offered'; readonly most: string }
  | { readonly kind: 'range'; readonly field: 'amount' }
  | { readonly kind: 'funds'; readonly field: 'amount'; readonly funds: MissingFunds }
  | { readonly kind: 'nobody'; readonly field: 'amount' }
  | {
      readonly kind: 'no book' | 'logged off' | 'cancel_only' | 'delisted' | 'makers only' | 'line';
      readonly field: 'form';
    };

export interface OrderPlan {
  readonly faults: readonly PlanFault[];
  readonly warnings: readonly PlanWarning[];
  /** There as soon as what is typed can be signed, also when something else is in its way. */
  readonly order: PlannedOrder | undefined;
}

/** What stands in the way of an order, what would surprise about it, and the order itself, exactly. */
export function planOrder(draft: EntryDraft, context: PlanContext): OrderPlan {
  const typed = readDraft(draft, context.market, context.sign);
  const fields = [...neededFields(draft), ...(draft.offered === '' ? [] : (['offered'] as const))];
  const faults: PlanFault[] = [...standing(draft, context)];
  for (const field of fields) {
    const value = typed[field];
    if (value.kind === 'empty') faults.push({ kind: 'missing', field });
    if (value.kind === 'faulty') faults.push({ kind: 'typed', field, fault: value.fault });
  }
  const none = { faults, warnings: [], order: undefined };
  const { amount } = typed;
  if (amount.kind !== 'exact') return none;
  const rate = draft.kind === 'market' ? marketRate(draft, amount.value, context) : typed.rate;
  if (rate === undefined) {
    const fault: PlanFault =
      context.book === undefined ? { kind: 'no book', field: 'form' } : { kind: 'nobody', field: 'amount' };
    return { ...none, faults: [...faults, fault] };
  }
  if (rate.kind !== 'exact') return none;
  if (fields.some((field) => field !== 'rate' && typed[field].kind !== 'exact')) return none;
  const offered = typed.offered.kind === 'exact' && draft.offered !== '' ? typed.offered : undefined;
  const optional: OrderOptions = {
    ...(draft.kind === 'stop' && typed.stopRate.kind === 'exact' ? { stopRate: typed.stopRate.text } : {}),
    ...(draft.kind === 'pegged' && typed.peggedRate.kind === 'exact'
      ? { peggedTo: draft.peggedTo, peggedRate: typed.peggedRate.text }
      : {}),
  };
  const wish = { amount: amount.text, rate: rate.text, rateKey: rate.value, offered: offered?.value };
  const planned = plannedOrder(draft, wish, optional, context);
  if ('kind' in planned) return { ...none, faults: [...faults, planned] };
  faults.push(...amountFaults(planned, amount.value, offered?.value, context));
  const stopRate = typed.stopRate.kind === 'exact' ? typed.stopRate.value : undefined;
  return { faults, warnings: warningsOf(draft, planned, stopRate, context), order: planned };
}

/** What stands in the way whatever is typed. */
function standing(draft: EntryDraft, { market, isLoggedIn, isLineUp }: PlanContext): readonly PlanFault[] {
  const kinds = [
    isLineUp ? undefined : ('line' as const),
    isLoggedIn ? undefined : ('logged off' as const),
    market.status === 'cancel_only' || market.status === 'delisted' ? market.status : undefined,
    market.status === 'post_only' && !mayRest(draft) ? ('makers only' as const) : undefined,
  ];
  return kinds.flatMap((kind) => (kind === undefined ? [] : [{ kind, field: 'form' as const }]));
}

/** The worst rate that a market order signs; undefined when nobody is there to trade with. */
function marketRate({ side, slack }: EntryDraft, amount: bigint, { book, market }: PlanContext) {
  if (book === undefined) return undefined;
  const { worst } = reachOf(side, book[opposite(side)], amount, undefined, market.decimals);
  if (worst === undefined) return undefined;
  const value = worstRate(side, worst, slack);
  return { kind: 'exact' as const, value, text: formatRate(value) };
}

interface ExactWish {
  readonly amount: string;
  readonly rate: string;
  readonly rateKey: RateKey;
  readonly offered: bigint | undefined;
}

function plannedOrder(
  draft: EntryDraft,
  { amount, rate, rateKey, offered }: ExactWish,
  optional: OrderOptions,
  context: PlanContext,
): PlannedOrder | PlanFault {
  const { market, listed } = context;
  const { side } = draft;
  const inBookUntil = Math.floor(context.nowMs / 1_000) + LASTS[draft.lasts];
  const expiry = inBookUntil + EXPIRY_MARGIN_SECONDS;
  let terms: OrderTerms;
  try {
    terms = buildTerms({ market: market.id, side, amount, rate }, listed, expiry, 0);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    if (error.code !== 'AMOUNT_TOO_SMALL') return { kind: 'range', field: 'amount' };
    return leastFault('amount', 'coarse', rateKey, context);
  }
  const inBook = bookAmounts(side, terms, offered);
  const bookRate = orderRate(side, inBook.sold, inBook.bought, market.decimals) ?? rateKey;
  const reach = reachAtOnce(draft, inBook, bookRate, context);
  return {
    ...{ market: market.id, side, amount, rate, bookRate, reach, rebateToken: draft.rebateToken },
    terms: { sellAmount: terms.sellAmount, buyAmount: terms.buyAmount, expiry },
    options: {
      ...optional,
      ...executionOption(draft),
      ...offeredOption(side, offered),
      timeInForce: inBookUntil,
    },
    blocked: inBook.sold,
    average: reach && averageRate(side, reach, market.decimals),
    fees: context.feeTier && feesOf(draft, inBook, bookRate, reach, context.feeTier, context),
  };
}

/** What is offered of an order: the other amount follows at the signed rate, rounded for the owner (docs/interface, edits). */
function bookAmounts(side: Side, { sellAmount, buyAmount }: OrderTerms, offered: bigint | undefined) {
  if (offered === undefined) return { sold: sellAmount as bigint, bought: buyAmount as bigint };
  return side === 'buy'
    ? { sold: divideDown(offered * sellAmount, buyAmount), bought: offered }
    : { sold: offered, bought: divideUp(offered * buyAmount, sellAmount) };
}

const offeredOption = (side: Side, offered: bigint | undefined): OrderOptions =>
  offered === undefined
    ? {}
    : side === 'buy'
      ? { buyBookAmount: `${offered}` }
      : { sellBookAmount: `${offered}` };

function executionOption({ execution, hidden }: EntryDraft): OrderOptions {
  const options: OrderOptions = hidden ? { hidden } : {};
  return execution === 'none' ? options : { ...options, [execution]: true };
}

/** What it takes as soon as it comes: nothing when it waits for a stop or a peg first, or may only rest. */
function reachAtOnce(
  { side, kind, execution }: EntryDraft,
  { sold, bought }: { readonly sold: bigint; readonly bought: bigint },
  limit: RateKey,
  { book, market }: PlanContext,
): Reach | undefined {
  if (book === undefined || kind === 'stop' || kind === 'pegged' || execution === 'postOnly')
    return undefined;
  const traded = side === 'buy' ? bought : sold;
  return reachOf(side, book[opposite(side)], traded, limit, market.decimals);
}

function feesOf(
  draft: EntryDraft,
  { sold, bought }: { readonly sold: bigint; readonly bought: bigint },
  rate: RateKey,
  reach: Reach | undefined,
  tier: Pick<FeeTier, 'makerFee' | 'takerFee'>,
  { market }: PlanContext,
): PlannedFees {
  const { side, kind, rebateToken } = draft;
  const part = (traded: bigint, quote: bigint) =>
    side === 'buy' ? { sold: quote, bought: traded } : { sold: traded, bought: quote };
  const none = { sold: 0n, bought: 0n };
  const all = { sold, bought };
  if (reach === undefined) {
    // What waits for its stop takes then; the others rest.
    return kind === 'stop' && draft.execution !== 'postOnly'
      ? plannedFees(tier, all, none, rebateToken)
      : plannedFees(tier, none, all, rebateToken);
  }
  const left = (side === 'buy' ? bought : sold) - reach.traded;
  const resting = mayRest(draft) ? part(left, atRate(side, left, rate, market.decimals)) : none;
  return plannedFees(tier, part(reach.traded, reach.quote), resting, rebateToken);
}

function amountFaults(
  { side, terms, blocked }: PlannedOrder,
  amount: bigint,
  offered: bigint | undefined,
  context: PlanContext,
): readonly PlanFault[] {
  const { market, lastRate, usable } = context;
  const { sold } = tokensOf(market, side);
  const rateKey = orderRate(side, terms.sellAmount, terms.buyAmount, market.decimals);
  const faults: PlanFault[] = [];
  if (rateKey === undefined) return [{ kind: 'range', field: 'amount' }];
  const quoteOf = (traded: bigint) => atRate(side, traded, rateKey, market.decimals);
  if (offered !== undefined && offered > amount) {
    faults.push({ kind: 'offered', field: 'offered', most: wholeTokens(amount, market.decimals.traded) });
  }
  const parts = [
    ['amount', amount] as const,
    ...(offered === undefined ? [] : [['offered', offered] as const]),
  ];
  for (const [field, traded] of parts) {
    const missed = missedMinimum(market, { traded, quote: quoteOf(traded) }, lastRate);
    if (missed !== undefined) faults.push(leastFault(field, missed, rateKey, context));
  }
  if (usable !== undefined && blocked > usable) {
    const shown = (units: bigint) => wholeTokens(units, sold.decimals);
    const most = wholeTokens(
      partOfUsable(side, usable, 100, rateKey, market.decimals),
      market.decimals.traded,
    );
    const funds = { symbol: sold.symbol, usable: shown(usable), needed: shown(blocked), most };
    faults.push({ kind: 'funds', field: 'amount', funds });
  }
  return faults;
}

function leastFault(
  field: 'amount' | 'offered',
  why: Minimum | 'coarse',
  rate: RateKey,
  { market, lastRate }: PlanContext,
): PlanFault {
  const least = roundedUp(leastAmount(market, rate, lastRate));
  return { kind: 'least', field, why, least: wholeTokens(least, market.decimals.traded) };
}
