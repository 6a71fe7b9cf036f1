import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { orderName } from './order-name';
import { readChangeable } from './order-options';

/** editOrder: answered by the notice of the engine's decision. A bool as timeInForce means the default. */
export function editOrder(command: CommandOf<'editOrder'>, turn: CommandTurn): Promise<void> {
  const { timeInForce } = command;
  const changes = readChangeable(command);
  if (!changes.ok) {
    turn.refuse(changes);
    return turn.outcome;
  }
  turn.carryOut(accountCommands.editOrder, {
    ...turn.authority,
    ...orderName({ id: command.id, cid: command.cid }),
    ...(timeInForce === undefined
      ? {}
      : { timeInForce: typeof timeInForce === 'number' ? timeInForce : 'default' }),
    ...changes.value,
  });
  return turn.outcome;
}
