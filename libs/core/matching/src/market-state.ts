import type { Book } from './book';
import { EMPTY_DIGEST, type Digest } from './digest';
import type { MarketRules, MarketStatus } from './market-rules';
import { naiveBook } from './naive-book';
import type { OpenOrder } from './open-order';

/** Work that one command left over; it goes on before any later command. */
export type PendingWork =
  /** An order that is still sweeping the other side; `at` is its acceptance, Unix ms. */
  | { readonly kind: 'sweep'; readonly taker: OpenOrder; readonly at: number }
  /** Orders whose moment has come and that are still in the book. */
  | { readonly kind: 'expire' };

/** Units of work (fills, cancels) that one step does at most. */
export const WORK_PER_STEP = 500;

/** The whole state of one market. Only `applyCommand` and `continueWork` change it. */
export interface MarketState {
  rules: MarketRules;
  readonly book: Book;
  readonly workPerStep: number;
  /** What the operator wants; see `effectiveStatus`. */
  status: MarketStatus;
  restarting: boolean;
  /** Set when a rule that can't break did: the market is cancel_only until the operator sets its status again. */
  defect: string | undefined;
  /** Unix seconds. */
  now: number;
  /** Steps so far. */
  sequence: number;
  /** Trades so far. */
  tradeCount: number;
  /** Unix ms. */
  lastTradeTime: number;
  pending: PendingWork | undefined;
  /** Over all events so far. */
  digest: Digest;
}

export interface MarketOptions {
  readonly book?: Book;
  readonly workPerStep?: number;
}

/** A new market without orders; it is cancel_only until its first status command. */
export function createMarket(rules: MarketRules, options: MarketOptions = {}): MarketState {
  return {
    rules,
    book: options.book ?? naiveBook(),
    workPerStep: options.workPerStep ?? WORK_PER_STEP,
    status: 'cancel_only',
    restarting: false,
    defect: undefined,
    now: 0,
    sequence: 0,
    tradeCount: 0,
    lastTradeTime: 0,
    pending: undefined,
    digest: EMPTY_DIGEST,
  };
}

/** What the market allows now: cancel_only while it restarts or after a defect, else what the operator wants. */
export function effectiveStatus(state: MarketState): MarketStatus {
  return state.restarting || state.defect !== undefined ? 'cancel_only' : state.status;
}
