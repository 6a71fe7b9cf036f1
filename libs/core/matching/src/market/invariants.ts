import { AMOUNT_MAX, minAmount, rateRatio, type RateKey, type Side } from '@exchange/core/kernel';
import { waitingOrders, type MarketState } from './market-state';
import { isExhausted, quantityOf, unmatchedQuantity, type OpenOrder } from '../order/open-order';
import { isWorseThanSigned } from '../order/signed-terms';

/** What is wrong with a market; empty when every invariant holds. For tests and auditors: it walks the whole book. */
export function brokenInvariants(state: MarketState): readonly string[] {
  const inBook = [...state.book.orders('buy'), ...state.book.orders('sell')];
  const waiting = waitingOrders(state);
  const orders = [...inBook, ...waiting];
  const broken = [
    ...orders.flatMap((order) => orderFaults(state, order)),
    ...inBook.flatMap((order) => bookFaults(state, order)),
    ...waiting.flatMap((order) => waitingFaults(state, order)),
    ...levelFaults(state, inBook),
  ];
  const bid = state.book.best('buy');
  const ask = state.book.best('sell');
  // A sweep in progress is not in the book, so the book itself is never crossed.
  if (bid && ask && bid.rateKey >= ask.rateKey) broken.push(`crossed: ${bid.orderId} and ${ask.orderId}`);
  const ids = new Set<number>(orders.map((order) => order.orderId));
  if (ids.size !== orders.length || state.book.size !== inBook.length)
    broken.push('an order is in two places');
  const matched = state.sweep?.taker.orderId;
  if (matched !== undefined && ids.has(matched)) broken.push(`order ${matched} is open and being matched`);
  for (const id of state.pegged.keys()) {
    if (!ids.has(id) && id !== matched) broken.push(`order ${id} is gone and still follows a rate`);
  }
  return broken;
}

function orderFaults(state: MarketState, order: OpenOrder): string[] {
  const faults: string[] = [];
  const { orderId, sold, sellBook, buyBook, held, sellAmount } = order;
  if (sold + held > sellAmount) faults.push(`order ${orderId} could sell more than was signed`);
  if (sellBook > held) faults.push(`order ${orderId} offers more than is held for it`);
  if (order.peg === undefined && held !== sellBook)
    faults.push(`order ${orderId} holds what it does not offer`);
  if (isWorseThanSigned(order, sellBook, buyBook))
    faults.push(`order ${orderId} offers a worse rate than signed`);
  const canFollow = order.stopRateKey === undefined && !state.idle.has(orderId);
  const follows = canFollow ? order.peg?.currency : undefined;
  if (state.pegged.get(orderId) !== follows)
    faults.push(`order ${orderId} follows another currency than its peg's`);
  return faults;
}

function bookFaults(state: MarketState, order: OpenOrder): string[] {
  const faults: string[] = [];
  const { orderId, sellBook, buyBook, execution } = order;
  if (isExhausted(order)) faults.push(`order ${orderId} rests with nothing to offer`);
  if (order.stopRateKey !== undefined) faults.push(`order ${orderId} rests with a stop`);
  if (execution !== undefined && execution !== 'post_only')
    faults.push(`order ${orderId} rests: ${execution}`);
  if (order.side === 'buy') {
    const { numerator, denominator } = rateRatio(order.rateKey, state.decimals);
    if (sellBook * denominator > buyBook * numerator) faults.push(`buy ${orderId} offers more than its rate`);
  }
  return faults;
}

function waitingFaults(state: MarketState, order: OpenOrder): string[] {
  const { orderId, peg, stopRateKey } = order;
  if (state.idle.has(orderId)) return idleFaults(order);
  const isStop = state.stops.get(orderId) !== undefined;
  const isWell = isStop ? stopRateKey !== undefined : peg !== undefined && stopRateKey === undefined;
  return isWell ? [] : [`order ${orderId} waits for nothing`];
}

/** An idle order offers and holds nothing, and could. */
function idleFaults(order: OpenOrder): string[] {
  const { orderId, sellBook, buyBook, held } = order;
  const faults: string[] = [];
  if (sellBook + buyBook + held > 0n) faults.push(`order ${orderId} is idle and offers or holds something`);
  if (unmatchedQuantity(order) === 0n) faults.push(`order ${orderId} is idle and has nothing left`);
  return faults;
}

/** Levels say exactly the sums over their visible orders. */
function levelFaults(state: MarketState, orders: readonly OpenOrder[]): string[] {
  const sums = new Map<string, { side: Side; rateKey: RateKey; amount: bigint; count: number }>();
  for (const order of orders) {
    const { side, rateKey } = order;
    const key = `${side}${rateKey}`;
    const sum = sums.get(key) ?? { side, rateKey, amount: 0n, count: 0 };
    if (order.hidden) sums.set(key, sum);
    else sums.set(key, { ...sum, amount: sum.amount + quantityOf(order), count: sum.count + 1 });
  }
  return [...sums].flatMap(([key, { side, rateKey, amount, count }]) => {
    const level = state.book.level(side, rateKey);
    const isSum = level.count === count && level.amount === minAmount<bigint>(amount, AMOUNT_MAX);
    return isSum ? [] : [`level ${key} is not the sum of its orders`];
  });
}
