import {
  type Address,
  amount,
  AMOUNT_MAX,
  divideUp,
  maxAmount,
  minAmount,
  type OrderId,
  type RateKey,
  type Side,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Execution, FeeTerms, Peg } from '@exchange/core/message';

/** What an order has sold and bought so far and what it offers now, in smallest units. */
export interface OrderProgress {
  readonly sold: TokenAmount;
  /** Up to the largest amount; of an order from before it was counted what `impliedBought` says. */
  readonly bought: TokenAmount;
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

/**
 * How much of the traded token is signed and not matched. A buy has nothing left when it has sold all, nor when it has bought
 * all; it may have bought more than was signed, at better rates.
 */
export function unmatchedQuantity({ side, sellAmount, buyAmount, sold, bought }: OpenOrder): bigint {
  const toSell = sellAmount - sold;
  if (side === 'sell') return toSell;
  return toSell > 0n && buyAmount > bought ? buyAmount - bought : 0n;
}

/**
 * What an order must have bought that was recorded before that was counted. It got no worse rate than signed; of a buy, what
 * is no longer in the book counts as bought, which is exact for all that were never offered in part.
 */
export function impliedBought(order: Omit<OpenOrder, 'bought'>): TokenAmount {
  const { side, sellAmount, buyAmount, sold, buyBook } = order;
  if (sold === 0n) return ZERO_AMOUNT;
  const least = minAmount<bigint>(divideUp(sold * buyAmount, sellAmount), AMOUNT_MAX);
  return amount(side === 'buy' ? maxAmount<bigint>(least, buyAmount - buyBook) : least);
}

/** Nothing is left that could trade. */
export const isExhausted = (order: OpenOrder): boolean => order.sellBook === 0n || order.buyBook === 0n;

/** Buys with a rate at or above a sell's match it. */
export function ratesCross(taker: OpenOrder, maker: OpenOrder): boolean {
  return taker.side === 'buy' ? taker.rateKey >= maker.rateKey : taker.rateKey <= maker.rateKey;
}
