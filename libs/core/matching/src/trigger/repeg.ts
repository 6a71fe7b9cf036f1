import { decimalFrom, movedBy, type Ratio } from '@exchange/core/kernel';
import type { ControlInputOf } from '@exchange/core/message';
import { enter } from '../execution/enter';
import {
  effectiveStatus,
  openOrder,
  type MarketState,
  type PegRate,
  type Repeg,
} from '../market/market-state';
import type { OpenOrder } from '../order/open-order';
import { pricedByPeg } from './peg-rate';
import type { Step } from '../market/step';

/** A rate that moved by this part of itself moves the orders (design: Order kinds, pegged). */
const LEAST_MOVE: Ratio = { numerator: 1n, denominator: 10_000n };

/**
 * Notes a rate, and begins to move the orders that follow it. Orders leave the book in any status when no rate is
 * known; they move and come back only while the market is open, and all of them when it opens.
 */
export function notePegRate(state: MarketState, { currency, rate }: ControlInputOf<'peg_rate'>): void {
  const before = state.pegRates.get(currency);
  const latest = rate ?? undefined;
  if (latest === undefined) {
    state.pegRates.set(currency, { latest, applied: latest });
    beginRepeg(state, state.pegged.followers(currency));
  } else if (effectiveStatus(state) === 'open' && hasMoved(before, latest)) {
    state.pegRates.set(currency, { latest, applied: latest });
    beginRepeg(state, state.pegged.followers(currency));
  } else {
    state.pegRates.set(currency, { latest, applied: before?.applied });
  }
}

/** Begins to move all pegged orders to where the newest rates want them. */
export function repegAll(state: MarketState): void {
  for (const [currency, { latest }] of state.pegRates)
    state.pegRates.set(currency, { latest, applied: latest });
  beginRepeg(state, [...state.pegged.keys()]);
}

/**
 * Moves orders, the one that came first before the others, until one has to be matched. One whose rate is the same
 * keeps its place. False when the step has no work left.
 */
export function repegNext(state: MarketState, step: Step, work: Repeg): boolean {
  while (state.sweep === undefined && state.crossed.length === 0) {
    const id = work.orders[work.done];
    if (id === undefined) {
      state.bulk = undefined;
      return true;
    }
    if (!step.takeWork()) return false;
    work.done += 1;
    const order = openOrder(state, id);
    const canMove = order !== undefined && order.stopRateKey === undefined && !state.idle.has(id);
    if (canMove) move(state, step, order);
  }
  return true;
}

function move(state: MarketState, step: Step, order: OpenOrder): void {
  const priced = pricedByPeg(state, order);
  const isSuspended = state.suspended.has(order.orderId);
  if (priced === undefined) {
    if (isSuspended) return;
    step.takeOut(order);
    step.waitForRate(order);
  } else if (effectiveStatus(state) === 'open' && (isSuspended || priced.rateKey !== order.rateKey)) {
    step.takeOut(order);
    enter(state, step, order);
  }
}

function beginRepeg(state: MarketState, orders: readonly OpenOrder['orderId'][]): void {
  if (orders.length > 0) state.bulk = { kind: 'repeg', orders, done: 0 };
}

function hasMoved(before: PegRate | undefined, latest: string): boolean {
  if (before?.applied === undefined) return true;
  return movedBy(decimalFrom(before.applied), decimalFrom(latest), LEAST_MOVE);
}
