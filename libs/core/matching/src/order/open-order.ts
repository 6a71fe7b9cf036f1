import type { Address, OrderId, RateKey, Side, TokenAmount } from '@exchange/core/kernel';
import type { Execution, FeeTerms, Peg } from '@exchange/core/message';

/** What an order has sold so far and what it offers now, in smallest units. */
export interface OrderProgress {
  readonly sold: TokenAmount;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
  /**
   * The most it may still sell, which the ledger holds for it. More than sellBook only for a pegged buy below its
   * signed rate: a move of the peg neither takes nor frees anything.
   */
  readonly held: TokenAmount;
}

/** An order that is matched, rests or waits: signed amounts, its rate, its terms, and its progress. */
export interface OpenOrder extends OrderProgress {
  readonly orderId: OrderId;
  readonly account: Address;
  readonly side: Side;
  /** Signed: sell up to this much, and receive at least buyAmount/sellAmount for each unit. */
  readonly sellAmount: TokenAmount;
  readonly buyAmount: TokenAmount;
  /** Fixed when the order enters: fills never change it. */
  readonly rateKey: RateKey;
  /** Unix seconds at which the order leaves the book. */
  readonly expiresAt: number;
  /** Travel with the order from the ledger to the trade event; matching never reads them. */
  readonly fees: FeeTerms;
  /** Not in the totals that everybody sees, and after the visible orders of its level. */
  readonly hidden: boolean;
  readonly execution: Execution | undefined;
  /** Until the stop is triggered. */
  readonly stopRateKey: RateKey | undefined;
  readonly peg: Peg | undefined;
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** The quantity of an order is counted in the traded token. */
export const quantityOf = (order: OpenOrder): TokenAmount =>
  order.side === 'buy' ? order.buyBook : order.sellBook;

/** What the order's remainder is worth at its own rate, in quote units. */
export const quoteValueOf = (order: OpenOrder): TokenAmount =>
  order.side === 'buy' ? order.sellBook : order.buyBook;

/** Nothing is left that could trade. */
export const isExhausted = (order: OpenOrder): boolean => order.sellBook === 0n || order.buyBook === 0n;

/** Buys with a rate at or above a sell's match it. */
export function ratesCross(taker: OpenOrder, maker: OpenOrder): boolean {
  return taker.side === 'buy' ? taker.rateKey >= maker.rateKey : taker.rateKey <= maker.rateKey;
}
