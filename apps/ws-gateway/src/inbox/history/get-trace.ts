import { accountQueries } from '@exchange/contract/bus';
import { orderId, tradeId } from '@exchange/core/kernel';
import { type CommandOf, orderArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getTrace (added to the seed): an own order or trade on its way to the chain. */
export function getTrace({ orderId: order, tradeId: trade }: CommandOf<'getTrace'>, turn: CommandTurn): void {
  const request = {
    grant: turn.session.grant,
    ...(order === undefined ? {} : { orderId: orderId(order) }),
    ...(trade === undefined ? {} : { tradeId: tradeId(trade) }),
  };
  turn.look(accountQueries.traceQuery, request, ({ trace }) =>
    turn.answer(0, 'trace', {
      ...trace,
      order: trace.order === null ? null : orderArray(trace.order),
    }),
  );
}
