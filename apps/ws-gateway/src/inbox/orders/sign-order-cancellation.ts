import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** signOrderCancellation: answered by the notice of the signature, whenever it can be given. */
export function signOrderCancellation({ hash }: CommandOf<'signOrderCancellation'>, turn: CommandTurn): void {
  turn.carryOut(accountCommands.signOrderCancellation, { ...turn.authority, hash });
}
