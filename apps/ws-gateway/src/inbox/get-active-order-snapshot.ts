import { accountQueries } from '@exchange/contract/bus';
import { orderArray } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** getActiveOrderSnapshot: all open orders of the account. */
export function getActiveOrderSnapshot(_command: object, turn: CommandTurn): void {
  turn.look(accountQueries.activeOrdersQuery, { grant: turn.session.grant }, ({ orders }) =>
    turn.answer(0, 'activeOrderSnapshot', orders.map(orderArray)),
  );
}
