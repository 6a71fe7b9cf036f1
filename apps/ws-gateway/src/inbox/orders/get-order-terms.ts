import { accountQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import { type CommandOf, orderTermsObject } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { orderName } from './order-name';

/** getOrderTerms (added to the seed): what an own order was signed and placed with, by id, cid or hash. */
export function getOrderTerms(command: CommandOf<'getOrderTerms'>, turn: CommandTurn): void {
  const request = { grant: turn.session.grant, ...orderName(command) };
  turn.look(accountQueries.orderQuery, request, ({ order, placed }) => {
    if (placed === undefined)
      turn.refuse(reject('UNAVAILABLE', 'the terms are not told yet; try again soon'));
    else turn.answer(0, 'orderTerms', orderTermsObject(order, placed));
  });
}
