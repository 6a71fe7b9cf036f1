import type { MarketDecimals, OrderId, RateKey, Side } from '@exchange/core/kernel';
import type { MarketRules, MarketStatus } from '@exchange/core/message';
import type { Book } from '../book/book';
import type { DryWalk } from '../execution/dry-walk';
import type { MarketCommand } from './command';
import type { OpenOrder } from '../order/open-order';
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
  | { readonly kind: 'delist' | 'cancel_all' }
  | Repeg;

/** What one whole quote token is worth in a currency, as decimal text; undefined while no fresh rate is known. */
export interface PegRate {
  readonly latest: string | undefined;
  /** The rate that last moved the orders. */
  readonly applied: string | undefined;
}

/** The whole state of one market. Only `applyCommand` and `continueWork` change it. */
export interface MarketState extends WaitingOrders {
  /** See rules-version.ts. */
  rulesVersion: number;
  rules: MarketRules;
  readonly decimals: MarketDecimals;
  /** With the events of the last step, and the running hash over all. */
  readonly book: Book;
  readonly pegRates: Map<string, PegRate>;
  readonly workPerStep: number;
  readonly openOrdersMax: number;
  /** What the operator wants; see `effectiveStatus`. */
  status: MarketStatus;
  restarting: boolean;
  /** Set when a rule that can't break did: the market is cancel_only until the operator sets its status again. */
  defect: string | undefined;
  /** The market's time in Unix seconds; it never goes back. */
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
  /** What the last command left over, in the order in which it is resumed. */
  sweep: Sweep | undefined;
  readonly crossed: CrossedStops[];
  bulk: BulkWork | undefined;
  /** The command that is applied when all who had ended before it have left. */
  deferred: MarketCommand | undefined;
}

export const decimalsOf = ({ tradedDecimals, quoteDecimals }: MarketRules): MarketDecimals => ({
  traded: tradedDecimals,
  quote: quoteDecimals,
});

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
  const { book, stops, suspended, idle } = state;
  return book.get(id) ?? stops.get(id) ?? suspended.get(id) ?? idle.get(id);
}

/** Whether an order with this id is open outside the book. */
export function isWaiting({ stops, suspended, idle }: MarketState, id: OrderId): boolean {
  if (stops.size === 0 && suspended.size === 0 && idle.size === 0) return false;
  return stops.get(id) !== undefined || suspended.has(id) || idle.has(id);
}

/** Whether the market has as many open orders as it can. */
export const isFull = (state: MarketState): boolean => openOrderCount(state) >= state.openOrdersMax;

/** Open orders, in the book and outside. */
export const openOrderCount = ({ book, stops, suspended, idle }: MarketState): number =>
  book.size + stops.size + suspended.size + idle.size;

/** Open orders outside the book. */
export function waitingOrders(state: MarketState): readonly OpenOrder[] {
  const { stops, suspended, idle } = state;
  return [...stops.orders('buy'), ...stops.orders('sell'), ...suspended.values(), ...idle.values()];
}
