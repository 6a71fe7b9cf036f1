import type { accountCommands, RequestOf } from '@exchange/contract/bus';
import { ok, parseRate, type Result } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';

type EditRequest = RequestOf<typeof accountCommands.editOrder>;
type PlaceRequest = RequestOf<typeof accountCommands.placeOrder>;

/** What can be said of an order at placement and changed by an edit, as account-service takes it. */
export type ChangeableOptions = Pick<EditRequest, 'hidden' | 'stopRateKey' | 'peg' | 'sellBook' | 'buyBook'>;

/** What can be said at placement only. */
export type PlacementOptions = Pick<PlaceRequest, 'cid' | 'rebateToken' | 'execution'>;

/** Reads the options that placeOrder and editOrder have in common; the field's own check has passed. */
export function readChangeable(
  order: Pick<
    CommandOf<'editOrder'>,
    'hidden' | 'stopRate' | 'peggedTo' | 'peggedRate' | 'sellBookAmount' | 'buyBookAmount'
  >,
): Result<ChangeableOptions> {
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
    ...(sellBookAmount === undefined ? {} : { sellBook: sellBookAmount }),
    ...(buyBookAmount === undefined ? {} : { buyBook: buyBookAmount }),
  });
}

/** cid, rebateToken, and the one of postOnly, immediateOrCancel and fillOrKill that is true. */
export function readPlacement(order: CommandOf<'placeOrder'>): PlacementOptions {
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
}: CommandOf<'placeOrder'>): PlaceRequest['execution'] {
  if (postOnly === true) return 'post_only';
  if (immediateOrCancel === true) return 'immediate_or_cancel';
  return fillOrKill === true ? 'fill_or_kill' : undefined;
}
