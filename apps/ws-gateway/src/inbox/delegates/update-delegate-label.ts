import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** updateDelegateLabel: the delegate comes as a notice. */
export function updateDelegateLabel(
  { address: delegate, label }: CommandOf<'updateDelegateLabel'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.labelDelegate, { ...turn.authority, delegate, label });
}
