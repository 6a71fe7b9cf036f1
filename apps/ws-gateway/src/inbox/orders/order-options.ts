import { amountFrom, ok, parseRate, type Result } from '@exchange/core/kernel';
import type { PlacementOptions, OrderWishes } from '@exchange/core/message';
import type { CommandOf } from '@exchange/core/wire';

/** Reads the options that placeOrder and editOrder have in common; the field's own check has passed. */
export function readChangeable(
  order: Pick<
    CommandOf<'editOrder'>,
    'hidden' | 'stopRate' | 'peggedTo' | 'peggedRate' | 'sellBookAmount' | 'buyBookAmount'
  >,
): Result<OrderWishes> {
  const { hidden, stopRate, peggedTo, peggedRate, sellBookAmount, buyBookAmount } = order;
  const stop = stopRate === undefined ? undefined : parseRate(stopRate, 'stopRate');
  if (stop?.ok === false) return stop;
  const pegged = peggedRate === undefined ? undefined : parseRate(peggedRate, 'peggedRate');
  if (pegged?.ok === false) return pegged;
  return ok({
    ...(hidden === undefined ? {} : { hidden }),
    ...(stop === undefined ? {} : { stopRateKey: stop.value }),
    ...(pegged === undefined || peggedTo === undefined
      ? {}
      : { peg: { currency: peggedTo, rateKey: pegged.value } }),
    ...(sellBookAmount === undefined ? {} : { sellBook: amountFrom(sellBookAmount) }),
    ...(buyBookAmount === undefined ? {} : { buyBook: amountFrom(buyBookAmount) }),
  });
}

/** cid, rebateToken, and the one of postOnly, immediateOrCancel and fillOrKill that is true. */
export function readPlacement(
  order: CommandOf<'placeOrder'>,
): Pick<PlacementOptions, 'cid' | 'rebateToken' | 'execution'> {
  const execution = executionOf(order);
  return {
    ...(order.cid === undefined ? {} : { cid: order.cid }),
    ...(order.rebateToken === undefined ? {} : { rebateToken: order.rebateToken }),
    ...(execution === undefined ? {} : { execution }),
  };
}

function executionOf({
  postOnly,
  immediateOrCancel,
  fillOrKill,
}: CommandOf<'placeOrder'>): PlacementOptions['execution'] {
  if (postOnly === true) return 'post_only';
  if (immediateOrCancel === true) return 'immediate_or_cancel';
  return fillOrKill === true ? 'fill_or_kill' : undefined;
}
