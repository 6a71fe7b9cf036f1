import type { EditRefusal, MarketInputOf } from '@exchange/core/message';
import { editedOrder } from './edited-order';
import { enter, wouldTake } from '../execution/enter';
import { progressWhenResting } from '../execution/fill-arithmetic';
import { effectiveStatus, openOrder, type MarketState } from '../market/market-state';
import { isExhausted, quantityOf, type OpenOrder } from './open-order';
import { pricedAt, pricedByPeg } from '../trigger/peg-rate';
import type { Step } from '../market/step';
import { isTriggered, trigger } from '../trigger/trigger-stops';

/**
 * Changes an open order, or refuses and leaves it as it is. One that only offers less at the same rate keeps its place
 * in the book; any other change of what it offers takes it out, and it is matched like a new order, as is an idle one that
 * offers something again (docs/interface, edits).
 */
export function edit(state: MarketState, step: Step, command: MarketInputOf<'edit'>): void {
  const { orderId, account } = command;
  const order = openOrder(state, orderId);
  if (order?.account !== account) step.tell({ kind: 'not_open', orderId, account });
  else if (command.expiresAt !== undefined && command.expiresAt <= state.now) step.endOrder(order, 'expired');
  else {
    const refusal = apply(state, step, order, command);
    if (refusal !== undefined) step.tell({ kind: 'edit_refused', orderId, account, reason: refusal });
  }
}

function apply(
  state: MarketState,
  step: Step,
  order: OpenOrder,
  command: MarketInputOf<'edit'>,
): EditRefusal | undefined {
  const status = effectiveStatus(state);
  if (status === 'cancel_only' || status === 'delisted') return 'market_closed';
  const edited = editedOrder(state, order, command);
  if (typeof edited === 'string') return edited;
  if (state.stops.get(order.orderId) !== undefined) return editStop(state, step, edited);
  // Only an idle one offers nothing, and goes on waiting.
  if (isExhausted(edited)) return editIdle(state, step, edited);
  const isInBook = !state.suspended.has(order.orderId) && !state.idle.has(order.orderId);
  const isAtPeg = isInBook && command.peg === undefined && order.peg !== undefined;
  // Only moves of the rate move an order whose peg is the same.
  const priced = isAtPeg ? pricedAt(state, edited, order.rateKey) : pricedByPeg(state, edited);
  if (priced === undefined) return editUnpriced(state, step, order, edited);
  return isInBook && keepsPlace(order, priced)
    ? editInPlace(state, step, priced)
    : editAndMove(state, step, order, priced);
}

function editStop(state: MarketState, step: Step, edited: OpenOrder): undefined {
  state.stops.replace(edited);
  tellEdited(step, edited);
  if (isTriggered(state, edited)) trigger(state, step, edited);
}

function editIdle(state: MarketState, step: Step, edited: OpenOrder): undefined {
  state.idle.set(edited.orderId, edited);
  tellEdited(step, edited);
}

/** A pegged order without a rate waits, or goes on waiting. */
function editUnpriced(state: MarketState, step: Step, order: OpenOrder, edited: OpenOrder): undefined {
  tellEdited(step, edited);
  if (state.suspended.has(order.orderId)) {
    state.suspended.set(order.orderId, edited);
    step.keepPeg(edited);
  } else {
    step.takeOut(order);
    step.waitForRate(edited);
  }
}

function keepsPlace(before: OpenOrder, after: OpenOrder): boolean {
  return (
    after.rateKey === before.rateKey &&
    after.hidden === before.hidden &&
    quantityOf(after) <= quantityOf(before)
  );
}

function editInPlace(state: MarketState, step: Step, order: OpenOrder): EditRefusal | undefined {
  const resting = { ...order, ...progressWhenResting(order, state.decimals) };
  if (isExhausted(resting)) return 'below_minimum';
  step.replace(resting);
  tellEdited(step, resting);
  return undefined;
}

function editAndMove(
  state: MarketState,
  step: Step,
  before: OpenOrder,
  after: OpenOrder,
): EditRefusal | undefined {
  if (isExhausted({ ...after, ...progressWhenResting(after, state.decimals) })) return 'below_minimum';
  if (wouldTake(state, after)) {
    const refusal = takingRefusal(state, after);
    if (refusal !== undefined) return refusal;
  }
  step.takeOut(before);
  tellEdited(step, after);
  enter(state, step, after);
  return undefined;
}

function takingRefusal(state: MarketState, { execution }: OpenOrder): EditRefusal | undefined {
  if (effectiveStatus(state) !== 'open') return 'market_closed';
  return execution === 'post_only' ? 'post_only' : undefined;
}

function tellEdited(step: Step, order: OpenOrder): void {
  const { orderId, account, sellBook, buyBook, held, rateKey, hidden, expiresAt, stopRateKey, peg, fees } =
    order;
  const optional = {
    ...(stopRateKey === undefined ? {} : { stopRateKey }),
    ...(peg === undefined ? {} : { peg }),
  };
  step.tell({
    kind: 'edited',
    orderId,
    account,
    sellBook,
    buyBook,
    held,
    rateKey,
    hidden,
    expiresAt,
    ...optional,
    fees,
  });
}
