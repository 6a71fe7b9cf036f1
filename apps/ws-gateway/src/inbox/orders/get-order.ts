import { accountQueries } from '@exchange/contract/bus';
import { type CommandOf, orderArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { orderName } from './order-name';

/** getOrder (added to the seed): one of the account's orders by id, cid or hash. */
export function getOrder(command: CommandOf<'getOrder'>, turn: CommandTurn): void {
  const request = { grant: turn.session.grant, ...orderName(command) };
  turn.look(accountQueries.orderQuery, request, ({ order }) =>
    turn.answer(0, 'orderStatus', orderArray(order)),
  );
}
