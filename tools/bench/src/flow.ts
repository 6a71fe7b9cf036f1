import {
  applyCommand,
  createMarket,
  type Market,
  type MarketCommand,
  memoryStore,
  type OrderStore,
} from '@exchange/core/matching';
import { address, amount, marketId, orderId, rateKey, type Side, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { Execution, MarketInputOf } from '@exchange/core/message';
import { Draw } from './draw';

/** `cross` is an immediate-or-cancel order at the far end. */
export type StepKind =
  | 'limit'
  | 'cancel'
  | 'cross'
  | 'hidden'
  | 'post_only'
  | 'fill_or_kill'
  | 'stop'
  | 'pegged'
  | 'edit'
  | 'time'
  | 'peg_rate';

/** What happens next to a book, before it has any engine's form. */
export interface FlowStep {
  readonly kind: StepKind;
  /** Of the order; of `time` and `peg_rate` a number that grows. */
  readonly id: number;
  readonly side: Side;
  /** Five digits: the rate in hundredths. */
  readonly price: number;
  /** Whole traded tokens. */
  readonly size: number;
}

/** Steps that are prepared at once. */
export const CHUNK = 1_000;

export const MIDDLE = 50_000;
/** Levels of each side. */
export const LEVELS = 500;
const ACCOUNTS = 1_000;
const TOKEN = 10n ** 18n;
/** The exponent at which five digits mean hundredths (see RateKey). */
const KEY_OF_HUNDREDTHS = 6 * 90_000;
const FEES = {
  makerPpm: 1_000,
  takerPpm: 2_000,
  settlementFee: amount(12n * 10n ** 15n),
  rebateToken: 'sell',
} as const;
const STARTS_AT = 1_700_000_000;
const EXPIRES_AT = 1_900_000_000;
const CURRENCY = 'USD';
const EXECUTIONS: Partial<Record<StepKind, Execution>> = {
  cross: 'immediate_or_cancel',
  post_only: 'post_only',
  fill_or_kill: 'fill_or_kill',
};

/** A market of two tokens with 18 decimals, open, without minimums. */
export function benchMarket(store: OrderStore = memoryStore()): Market {
  const state = createMarket(
    {
      market: marketId('TRADQUOT'),
      index: 1,
      tradedDecimals: 18,
      quoteDecimals: 18,
      minOrderRemaining: ZERO_AMOUNT,
      minOrderRemainingQuote: ZERO_AMOUNT,
    },
    { store },
  );
  applyCommand(state, { kind: 'status', status: 'open', at: 0 });
  return state;
}

const addresses = Array.from({ length: ACCOUNTS }, (_, number) =>
  address(`0x${(number + 1).toString(16).padStart(40, '0')}`),
);
/** Makers and takers are different accounts, so nobody meets an order of its own. */
const accountOf = ({ id, kind }: FlowStep) =>
  addresses[kind === 'cross' ? 0 : 1 + (id % (ACCOUNTS - 1))] ?? address('');

/** The step as matching takes it. Amounts are beyond 64 bits, as those of tokens with 18 decimals are. */
export function commandOf(step: FlowStep, at: number): MarketCommand {
  const { id, kind, price } = step;
  switch (kind) {
    case 'cancel':
      return { kind, orderId: orderId(id), account: accountOf(step), reason: 'owner', at };
    case 'edit':
      return {
        kind,
        orderId: orderId(id),
        account: accountOf(step),
        hidden: price % 2 === 0,
        fees: FEES,
        at,
      };
    case 'time':
      return { kind, now: STARTS_AT + id, at };
    case 'peg_rate':
      return { kind, currency: CURRENCY, rate: `1.00${10 + (id % 90)}`, at };
    default:
      return placeOf(step, kind, at);
  }
}

function placeOf(
  step: FlowStep,
  kind: Exclude<StepKind, 'cancel' | 'edit' | 'time' | 'peg_rate'>,
  at: number,
): { readonly at: number } & MarketInputOf<'place'> {
  const { id, side, price, size } = step;
  const traded = amount(BigInt(size) * TOKEN);
  const quote = amount((traded * BigInt(price)) / 100n);
  const [sell, buy] = side === 'sell' ? [traded, quote] : [quote, traded];
  return {
    kind: 'place',
    orderId: orderId(id),
    account: accountOf(step),
    side,
    sellAmount: sell,
    buyAmount: buy,
    sellBook: sell,
    buyBook: buy,
    fees: FEES,
    expiresAt: EXPIRES_AT + (id % 1_000),
    hidden: kind === 'hidden',
    execution: EXECUTIONS[kind],
    // It waits until the middle has come some way towards it.
    stopRateKey:
      kind === 'stop' ? keyOf(side === 'buy' ? MIDDLE + (id % 40) : MIDDLE - (id % 40)) : undefined,
    peg: kind === 'pegged' ? { currency: CURRENCY, rateKey: keyOf(price) } : undefined,
    at,
  };
}

export const keyOf = (price: number) => rateKey(price + KEY_OF_HUNDREDTHS);

export interface Flow {
  /** Only limit orders, which rest. */
  readonly opening: readonly FlowStep[];
  readonly steps: readonly FlowStep[];
}

/**
 * 60 % limit orders that rest on 1000 levels, 30 % cancels of any open order, 10 % orders that cross what they meet,
 * after an opening of limit orders. The same seed gives the same flow.
 */
export function makeFlow(seed: number, opening: number, count: number): Flow {
  const draw = new Draw(seed);
  const state = benchMarket();
  const open: number[] = [];
  const steps: FlowStep[] = [];
  for (let id = 1; steps.length < opening + count; id += 1) {
    const dice = steps.length < opening ? 0 : draw.below(100);
    const step = dice < 60 ? limit(draw, id) : dice < 90 ? cancelAny(draw, state, open) : cross(draw, id);
    if (step === undefined) continue;
    steps.push(step);
    applyCommand(state, commandOf(step, 0));
    if (step.kind === 'limit') open.push(id);
  }
  return { opening: steps.slice(0, opening), steps: steps.slice(opening) };
}

const sideOf = (draw: Draw): Side => (draw.below(2) === 0 ? 'buy' : 'sell');

function limit(draw: Draw, id: number): FlowStep {
  const side = sideOf(draw);
  const away = 1 + draw.below(LEVELS);
  return {
    kind: 'limit',
    id,
    side,
    price: side === 'buy' ? MIDDLE - away : MIDDLE + away,
    size: 1 + draw.below(100),
  };
}

function cross(draw: Draw, id: number): FlowStep {
  const side = sideOf(draw);
  const price = side === 'buy' ? MIDDLE + LEVELS : MIDDLE - LEVELS;
  return { kind: 'cross', id, side, price, size: 1 + draw.below(100) };
}

/** A cancel of an order that is open; those that were filled meanwhile are forgotten on the way. */
function cancelAny(draw: Draw, state: Market, open: number[]): FlowStep | undefined {
  while (open.length > 0) {
    const place = draw.below(open.length);
    const id = open[place] ?? 0;
    const last = open.pop() ?? 0;
    if (place < open.length) open[place] = last;
    const order = state.book.get(orderId(id));
    if (order) return { kind: 'cancel', id, side: order.side, price: 0, size: 0 };
  }
  return undefined;
}
