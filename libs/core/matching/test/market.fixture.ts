import {
  address,
  amount,
  marketId,
  orderId,
  parseRate,
  type MarketDecimals,
  type RateKey,
  type Side,
} from '@exchange/core/kernel';
import type {
  Execution,
  FeeTerms,
  MarketEvent,
  MarketInputOf,
  MarketRules,
  Peg,
} from '@exchange/core/message';
import { applyCommand, continueWork, hasPendingWork } from '../src/market/apply-command';
import type { MarketCommand } from '../src/market/command';
import { memoryStore } from '../src/book/memory-store';
import { createMarket, type MarketOptions } from '../src/market/create-market';
import type { Market, OrderStore } from '../src/market/market';
import { naiveStore } from '../oracle/src/naive-store';
import { expectSame } from './same.fixture';
import { stateHash } from '../src/market/state-hash';

export const noFees: FeeTerms = { makerPpm: 0, takerPpm: 0, settlementFee: amount(0n), rebateToken: 'sell' };

/** A rate as clients send it. */
export function rateKeyOf(text: string): RateKey {
  const parsed = parseRate(text, 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

export const accountOf = (number: number) => address(`0x${number.toString(16).padStart(40, '0')}`);

export function marketRules(
  decimals: MarketDecimals,
  minimums: { traded?: bigint; quote?: bigint; band?: number; least?: bigint } = {},
): MarketRules {
  return {
    market: marketId('TRADQUOT'),
    index: 3,
    tradedDecimals: decimals.traded,
    quoteDecimals: decimals.quote,
    minOrderRemaining: amount(minimums.traded ?? 0n),
    minOrderRemainingQuote: amount(minimums.quote ?? 0n),
    priceBandPercent: minimums.band,
    ...(minimums.least === undefined
      ? {}
      : { minOrderAmount: amount(minimums.least), minOrderAmountQuote: amount(minimums.least) }),
  };
}

/** Markets by the naive rules that live through the same commands as those in memory. */
const twins = new WeakMap<Market, Market>();

/** A market that is open, in memory and with a naive twin unless a store is named. */
export function openMarket(rules: MarketRules, options?: MarketOptions): Market {
  const opened = (store: OrderStore) => {
    const state = createMarket(rules, { store, ...options });
    applyCommand(state, { kind: 'status', status: 'open', at: 0 });
    return state;
  };
  const market = opened(memoryStore());
  if (options?.store === undefined) twins.set(market, opened(naiveStore()));
  return market;
}

export interface OrderFields {
  readonly id: number;
  readonly account?: number;
  readonly side: Side;
  readonly traded: bigint;
  readonly quote: bigint;
  readonly sell?: bigint;
  readonly buy?: bigint;
  readonly expiresAt?: number;
  readonly at?: number;
  readonly hidden?: boolean;
  readonly execution?: Execution;
  /** The stop rate, as clients send it. */
  readonly stop?: string;
  readonly peg?: Peg;
  readonly fees?: FeeTerms;
}

/** A place command from book amounts in traded and quote units; signed amounts are the same unless given. */
export function order(fields: OrderFields): MarketInputOf<'place'> & { at: number } {
  const { id, side, traded, quote } = fields;
  const [sellBook, buyBook] = side === 'sell' ? [traded, quote] : [quote, traded];
  return {
    kind: 'place',
    at: fields.at ?? 1,
    orderId: orderId(id),
    account: accountOf(fields.account ?? id),
    side,
    sellAmount: amount(fields.sell ?? sellBook),
    buyAmount: amount(fields.buy ?? buyBook),
    sellBook: amount(sellBook),
    buyBook: amount(buyBook),
    fees: fields.fees ?? noFees,
    expiresAt: fields.expiresAt ?? 2_000_000_000,
    hidden: fields.hidden,
    execution: fields.execution,
    stopRateKey: fields.stop === undefined ? undefined : rateKeyOf(fields.stop),
    peg: fields.peg,
  };
}

/** Applies a command with all its steps; `turn` comes after each. What each step told. */
export function stepsOf(
  state: Market,
  command: MarketCommand,
  turn: () => void = () => undefined,
): (readonly MarketEvent[])[] {
  const steps = [applyCommand(state, command)];
  turn();
  while (hasPendingWork(state)) {
    steps.push(continueWork(state));
    turn();
  }
  return steps;
}

/** Applies a command with all its steps, to the market's twin as well as long as that has seen the same commands. */
export function run(state: Market, command: MarketCommand): MarketEvent[] {
  const twin = twins.get(state);
  const isTwin = twin !== undefined && stateHash(twin) === stateHash(state);
  const events = stepsOf(state, command).flat();
  if (isTwin) expectSame(events, stepsOf(twin, command).flat());
  return events;
}

/** Events without levels, shortened to what unit cases look at. */
export function brief(events: readonly MarketEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.kind) {
      case 'rested':
      case 'triggered':
      case 'edited':
      case 'not_open':
        return [`${event.kind} ${event.orderId}`];
      case 'waiting':
        return [`waiting ${event.orderId} ${event.for}`];
      case 'edit_refused':
        return [`edit_refused ${event.orderId} ${event.reason}`];
      case 'trade':
        return [`trade ${event.maker.orderId}<${event.taker.orderId} ${event.traded}/${event.quote}`];
      case 'done':
        return [`done ${event.orderId} ${event.reason}`];
      case 'status':
        return [`status ${event.status}`];
      case 'level':
        return [];
    }
  });
}

const ETHER = 10n ** 18n;

/** An order of whole traded tokens at a rate in hundredths of a quote token, in a market of tokens with 18 decimals. */
export function atRate(
  id: number,
  side: Side,
  tokens: bigint,
  hundredths: bigint,
  more: Partial<OrderFields> = {},
): MarketInputOf<'place'> & { at: number } {
  return order({ id, side, traded: tokens * ETHER, quote: (tokens * ETHER * hundredths) / 100n, ...more });
}

/** An edit of order `id`, of account `id` unless it is named. */
export function editOf(
  id: number,
  change: Partial<MarketInputOf<'edit'>>,
  account = id,
): MarketInputOf<'edit'> & { at: number } {
  return { kind: 'edit', at: 1, orderId: orderId(id), account: accountOf(account), fees: noFees, ...change };
}
