import { accountQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import { type CommandOf, orderTermsObject } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getOrderTerms (added to the seed): what an own order was signed and placed with, by id, cid or hash. */
export function getOrderTerms({ id, cid, hash }: CommandOf<'getOrderTerms'>, turn: CommandTurn): void {
  const request = {
    grant: turn.session.grant,
    ...(id === undefined ? {} : { id }),
    ...(cid === undefined ? {} : { cid }),
    ...(hash === undefined ? {} : { hash }),
  };
  turn.look(accountQueries.orderQuery, request, ({ order, placed }) => {
    if (placed === undefined)
      turn.refuse(reject('UNAVAILABLE', 'the terms are not told yet; try again soon'));
    else turn.answer(0, 'orderTerms', orderTermsObject(order, placed));
  });
}
