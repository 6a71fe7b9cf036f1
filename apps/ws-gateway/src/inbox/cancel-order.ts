import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** cancelOrder: answered by the notice of the engine's decision. */
export function cancelOrder({ id, cid }: CommandOf<'cancelOrder'>, turn: CommandTurn): void {
  turn.carryOut(accountCommands.cancelOrder, {
    ...turn.authority,
    ...(id === undefined ? {} : { id }),
    ...(cid === undefined ? {} : { cid }),
  });
}
