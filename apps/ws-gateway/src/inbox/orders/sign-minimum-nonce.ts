import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** signMinimumNonce: answered by the notice of the signature, whenever it can be given. */
export function signMinimumNonce(
  { token, minNonce }: CommandOf<'signMinimumNonce'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.signMinimumNonce, { ...turn.authority, token, minNonce });
}
