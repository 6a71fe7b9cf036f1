import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** signOrderCancellation: the signature comes as a notice, or a message while it can't be given. */
export function signOrderCancellation({ hash }: CommandOf<'signOrderCancellation'>, turn: CommandTurn): void {
  turn.carryOut(accountCommands.signOrderCancellation, { ...turn.authority, hash });
}
