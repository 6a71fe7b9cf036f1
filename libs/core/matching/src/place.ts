import { bookRate, ZERO_AMOUNT, type Side } from '@exchange/core/kernel';
import type { PlaceCommand } from './command';
import { progressWhenResting } from './fill-arithmetic';
import { dustReason, isBelowMinimum, match } from './match';
import { effectiveStatus, type MarketState } from './market-state';
import { isExhausted, opposite, ratesCross, type OpenOrder } from './open-order';
import type { Step } from './step';

/** Takes a new order in: it is matched at once, and what is left of it rests. */
export function place(state: MarketState, step: Step, command: PlaceCommand, at: number): void {
  const status = effectiveStatus(state);
  if (status === 'cancel_only') {
    step.tellDone(command, state.restarting ? 'market_restarting' : 'market_closed');
    return;
  }
  if (command.leaveAt <= state.now) {
    step.tellDone(command, 'expired');
    return;
  }
  const order = admit(state, command);
  if (typeof order === 'string') {
    state.defect = order;
    step.tellDone(command, 'market_closed');
    return;
  }
  if (status === 'post_only' && wouldTake(state, order)) {
    step.tellDone(order, 'market_closed');
    return;
  }
  sweep(state, step, order, at);
}

/** Matches an order and rests what is left; what a step can't finish stays pending. */
export function sweep(state: MarketState, step: Step, order: OpenOrder, at: number): void {
  const outcome = match(state, step, order, at);
  switch (outcome.kind) {
    case 'open':
      rest(state, step, outcome.taker);
      break;
    case 'unfinished':
      state.pending = { kind: 'sweep', taker: outcome.taker, at };
      break;
    case 'closed':
      break;
  }
}

function rest(state: MarketState, step: Step, order: OpenOrder): void {
  const resting = { ...order, ...progressWhenResting(order, state.rules.decimals) };
  if (isExhausted(resting)) {
    step.tellDone(resting, dustReason(resting));
  } else if (isBelowMinimum(state, resting)) {
    step.tellDone(resting, 'below_minimum');
  } else {
    step.insert(resting);
    const { orderId, account, side, rateKey, sellBook, buyBook } = resting;
    step.tell({ kind: 'rested', orderId, account, side, rateKey, sellBook, buyBook });
  }
}

function wouldTake(state: MarketState, order: OpenOrder): boolean {
  const best = state.book.best(opposite(order.side));
  return best !== undefined && ratesCross(order, best);
}

/** The order as the book knows it, or what the ledger, which must have checked it, let through. */
function admit(state: MarketState, command: PlaceCommand): OpenOrder | string {
  const { orderId, account, side, sellAmount, buyAmount, sellBook, buyBook, leaveAt, fees } = command;
  if (state.book.get(orderId) !== undefined) return `order ${orderId} is open already`;
  if (sellBook > sellAmount || sellBook * buyAmount > buyBook * sellAmount || buyAmount === 0n) {
    return `order ${orderId} offers more than was signed`;
  }
  const [traded, quote] = tradedAndQuote(side, sellBook, buyBook);
  const rateKey = bookRate(side, traded, quote, state.rules.decimals);
  if (rateKey === undefined) return `order ${orderId} has no rate`;
  return {
    orderId,
    account,
    side,
    sellAmount,
    buyAmount,
    rateKey,
    leaveAt,
    fees,
    sold: ZERO_AMOUNT,
    sellBook,
    buyBook,
  };
}

function tradedAndQuote(side: Side, sell: bigint, buy: bigint): readonly [bigint, bigint] {
  return side === 'buy' ? [buy, sell] : [sell, buy];
}
