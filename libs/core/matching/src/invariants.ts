import { rateRatio } from '@exchange/core/kernel';
import type { MarketState } from './market-state';
import { isExhausted, type OpenOrder } from './open-order';

/** What is wrong with a market; empty when every invariant holds. For tests and auditors: it walks the whole book. */
export function brokenInvariants(state: MarketState): readonly string[] {
  const orders = [...state.book.orders('buy'), ...state.book.orders('sell')];
  const broken = orders.flatMap((order) => orderFaults(state, order));
  const bid = state.book.best('buy');
  const ask = state.book.best('sell');
  // A sweep in progress is not in the book, so the book itself is never crossed.
  if (bid && ask && bid.rateKey >= ask.rateKey) broken.push(`crossed: ${bid.orderId} and ${ask.orderId}`);
  const ids = new Set<number>(orders.map((order) => order.orderId));
  if (ids.size !== orders.length || state.book.size !== orders.length)
    broken.push('an order is in two places');
  if (state.pending?.kind === 'sweep' && ids.has(state.pending.taker.orderId)) {
    broken.push(`order ${state.pending.taker.orderId} is in the book and sweeping`);
  }
  return broken;
}

function orderFaults(state: MarketState, order: OpenOrder): string[] {
  const faults: string[] = [];
  const { orderId, sold, sellBook, buyBook, sellAmount, buyAmount } = order;
  if (isExhausted(order)) faults.push(`order ${orderId} rests with nothing to offer`);
  if (sold + sellBook > sellAmount) faults.push(`order ${orderId} could sell more than was signed`);
  if (sellBook * buyAmount > buyBook * sellAmount)
    faults.push(`order ${orderId} offers a worse rate than signed`);
  if (order.side === 'buy') {
    const { numerator, denominator } = rateRatio(order.rateKey, state.rules.decimals);
    if (sellBook * denominator > buyBook * numerator) faults.push(`buy ${orderId} offers more than its rate`);
  }
  return faults;
}
