import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { orderName } from './order-name';

/** cancelOrder: answered by the notice of the engine's decision. What names the order must name the same one. */
export function cancelOrder(command: CommandOf<'cancelOrder'>, turn: CommandTurn): Promise<void> {
  turn.carryOut(accountCommands.cancelOrder, {
    ...turn.authority,
    ...orderName(command),
  });
  return turn.outcome;
}
