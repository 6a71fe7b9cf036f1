import {
  assert,
  DECIMALS_MAX,
  MARKET_INDEX_MAX,
  type MarketDecimals,
  type OrderId,
  type RateKey,
  type Side,
} from '@exchange/core/kernel';
import type { MarketRules, MarketStatus } from '@exchange/core/message';
import type { Book } from '../book/book';
import type { DryWalk } from '../execution/fill-or-kill';
import { DirectMatching } from '../book/direct-matching';
import { FastBook } from '../book/fast-book';
import { isNaiveBook, naiveBook } from '../../oracle/src/naive-book';
import type { OpenOrder } from '../order/open-order';
import { fastWaiting } from '../waiting/fast-waiting';
import { naiveWaiting } from '../../oracle/src/naive-waiting';
import type { WaitingOrders } from '../waiting/waiting-orders';

/** An order that is being matched. */
export interface Sweep {
  readonly taker: OpenOrder;
  /** The last trade's rate before it began, from which the price band is measured. */
  readonly lastRate: RateKey | undefined;
  /** Of a fill-or-kill order that is not sure yet to be filled: nothing is traded before. */
  readonly walk?: DryWalk;
}

/** Stops of a side that trades have crossed: all up to (buys) or down to (sells) this rate. */
export interface CrossedStops {
  readonly side: Side;
  readonly to: RateKey;
}

/** These pegged orders get the place that the newest rate gives them. */
export interface Repeg {
  readonly kind: 'repeg';
  readonly orders: readonly OrderId[];
  /** How many of them, from the first, have it. */
  done: number;
}

/** Work over many orders that one command began. */
export type BulkWork =
  /** Orders whose moment has come leave. */
  | { readonly kind: 'expire' }
  /** All orders leave. */
  | { readonly kind: 'delist' }
  | Repeg;

/** What one whole quote token is worth in a currency, as decimal text; undefined while no fresh rate is known. */
export interface PegRate {
  readonly latest: string | undefined;
  /** The rate that last moved the orders. */
  readonly applied: string | undefined;
}

/** Units of work (fills, triggers, cancels, re-pegs) that one step does at most. */
export const WORK_PER_STEP = 500;

/** Open orders that a market has at most: less than half of what the memory of a book has room for. */
export const OPEN_ORDERS_MAX = 5_000_000;

/** The whole state of one market. Only `applyCommand` and `continueWork` change it. */
export interface MarketState extends WaitingOrders {
  rules: MarketRules;
  readonly decimals: MarketDecimals;
  /** With the events of the last step, and the running hash over all. */
  readonly book: Book;
  /** Matching on the cells of the fast book; undefined with another. */
  readonly direct: DirectMatching | undefined;
  readonly pegRates: Map<string, PegRate>;
  readonly workPerStep: number;
  readonly openOrdersMax: number;
  /** What the operator wants; see `effectiveStatus`. */
  status: MarketStatus;
  restarting: boolean;
  /** Set when a rule that can't break did: the market is cancel_only until the operator sets its status again. */
  defect: string | undefined;
  /** Unix seconds. */
  now: number;
  /** Steps so far. */
  sequence: number;
  /** Units of work that the last step did; no snapshot has it. */
  workDone: number;
  /** Trades so far. */
  tradeCount: number;
  /** Unix ms. */
  lastTradeTime: number;
  lastRate: RateKey | undefined;
  /** Acceptance of the last command, Unix ms. */
  at: number;
  /** What the last command left over, in the order in which it goes on. */
  sweep: Sweep | undefined;
  readonly crossed: CrossedStops[];
  bulk: BulkWork | undefined;
}

export interface MarketOptions {
  readonly book?: Book;
  readonly workPerStep?: number;
  readonly openOrdersMax?: number;
}

/**
 * A new market without orders; it is cancel_only until its first status command. With the naive book all is naive.
 * Throws a DefectError for an index or decimals that trade ids and rates have no room for.
 */
export function createMarket(rules: MarketRules, options: MarketOptions = {}): MarketState {
  const { book = naiveBook() } = options;
  const { index } = rules;
  const decimals = decimalsOf(rules);
  assert(isUpTo(index, MARKET_INDEX_MAX), `market index out of range: ${index}`);
  for (const one of [decimals.traded, decimals.quote]) {
    assert(isUpTo(one, DECIMALS_MAX), `decimals of a token out of range: ${one}`);
  }
  return {
    rules,
    decimals,
    book,
    direct: book instanceof FastBook ? new DirectMatching(book) : undefined,
    ...(isNaiveBook(book) ? naiveWaiting() : fastWaiting()),
    pegRates: new Map(),
    workPerStep: options.workPerStep ?? WORK_PER_STEP,
    openOrdersMax: options.openOrdersMax ?? OPEN_ORDERS_MAX,
    status: 'cancel_only',
    restarting: false,
    defect: undefined,
    now: 0,
    sequence: 0,
    workDone: 0,
    tradeCount: 0,
    lastTradeTime: 0,
    lastRate: undefined,
    at: 0,
    sweep: undefined,
    crossed: [],
    bulk: undefined,
  };
}

export const decimalsOf = ({ tradedDecimals, quoteDecimals }: MarketRules): MarketDecimals => ({
  traded: tradedDecimals,
  quote: quoteDecimals,
});

const isUpTo = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;

/**
 * What the market allows now: cancel_only while it restarts or after a defect, else what the operator wants. A
 * delisted market stays so.
 */
export function effectiveStatus(state: MarketState): MarketStatus {
  if (state.status === 'delisted') return 'delisted';
  return state.restarting || state.defect !== undefined ? 'cancel_only' : state.status;
}

/** The open order, wherever it is. One that is being matched is none: nothing is applied meanwhile. */
export function openOrder(state: MarketState, id: OrderId): OpenOrder | undefined {
  return state.book.get(id) ?? state.stops.get(id) ?? state.suspended.get(id);
}

/** Whether an order with this id is open outside the book. */
export function isWaiting({ stops, suspended }: MarketState, order: { readonly id: OrderId }): boolean {
  if (stops.size === 0 && suspended.size === 0) return false;
  return stops.get(order.id) !== undefined || suspended.has(order.id);
}

/** Whether the market has as many open orders as it can. */
export const isFull = ({ book, stops, suspended, openOrdersMax }: MarketState): boolean =>
  book.size + stops.size + suspended.size >= openOrdersMax;

/** Open orders outside the book. */
export function waitingOrders(state: MarketState): readonly OpenOrder[] {
  return [...state.stops.orders('buy'), ...state.stops.orders('sell'), ...state.suspended.values()];
}
