import { accountCommands, NO_OPEN_ORDERS } from '@exchange/contract/bus';
import { marketId, reject } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/**
 * cancelOrders: answered by the notices of the engine's decisions, or by a message when nothing is left to cancel. An
 * owner of an earlier release doesn't tell when all is decided; then the first answer has to do.
 */
export function cancelOrders({ market }: CommandOf<'cancelOrders'>, turn: CommandTurn): Promise<void> {
  if (market !== undefined && turn.edge.markets.listing()?.market(market) === undefined) {
    turn.refuse(reject('UNKNOWN_MARKET', `there is no market ${market}`));
    return turn.outcome;
  }
  const { follower } = turn.session;
  const request = { ...turn.authority, ...(market === undefined ? {} : { market: marketId(market) }) };
  turn.carryOut(accountCommands.cancelOrders, request, {
    outlastsAnswer: true,
    taken({ accountSeq, orders, endTold }) {
      if (orders === 0 || endTold === undefined) turn.endsWithAnswer();
      if (orders > 0 || !turn.answered()) return;
      follower.whenDelivered(accountSeq, () => turn.say(NO_OPEN_ORDERS));
    },
  });
  return turn.outcome;
}
