import type { Book } from '../book/book';
import type { WaitingOrders } from '../waiting/waiting-orders';
import type { MarketCommand } from './command';
import type { MarketState, Sweep } from './market-state';
import type { Step } from './step';

/** How a market does what most commands ask: place, match and cancel plain orders. */
export interface Matching {
  /**
   * Begins a command in a step of its own, and does as much of it as it can: `done` when that is the whole step,
   * otherwise the step, to be resumed. Undefined when nothing is done, and the rules on objects are to apply it.
   */
  begin(state: MarketState, command: MarketCommand): Step | 'done' | undefined;
  /**
   * Resumes the matching of an order, and rests what is left. False when the step has no work left: the state has the
   * sweep then, otherwise it has none.
   */
  sweep(state: MarketState, step: Step, sweep: Sweep): boolean;
}

/** Where a market keeps its open orders, and how it matches them there. */
export interface OrderStore extends WaitingOrders {
  readonly book: Book;
  readonly matching: Matching;
}

/** A market: its whole state, and what matches plain orders in it. */
export interface Market extends MarketState {
  readonly matching: Matching;
}
