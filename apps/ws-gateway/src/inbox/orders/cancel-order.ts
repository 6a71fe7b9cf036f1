import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** cancelOrder: answered by the notice of the engine's decision. What names the order must name the same one. */
export function cancelOrder({ id, cid, hash }: CommandOf<'cancelOrder'>, turn: CommandTurn): Promise<void> {
  turn.carryOut(accountCommands.cancelOrder, {
    ...turn.authority,
    ...(id === undefined ? {} : { id }),
    ...(cid === undefined ? {} : { cid }),
    ...(hash === undefined ? {} : { hash }),
  });
  return turn.outcome;
}
