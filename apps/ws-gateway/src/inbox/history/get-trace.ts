import { accountQueries } from '@exchange/contract/bus';
import { type CommandOf, orderArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getTrace (added to the seed): an own order or trade on its way to the chain. */
export function getTrace({ orderId, tradeId }: CommandOf<'getTrace'>, turn: CommandTurn): void {
  const request = {
    grant: turn.session.grant,
    ...(orderId === undefined ? {} : { orderId }),
    ...(tradeId === undefined ? {} : { tradeId }),
  };
  turn.look(accountQueries.traceQuery, request, ({ trace: { order, trades, more } }) =>
    turn.answer(0, 'trace', {
      order: order === null ? null : orderArray(order),
      trades,
      more,
    }),
  );
}
