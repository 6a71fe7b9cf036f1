import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** signDelegationRemoval: answered by the notice of the delegate with the signature, whenever that can be given. */
export function signDelegationRemoval(
  { address: delegate }: CommandOf<'signDelegationRemoval'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.signDelegationRemoval, { ...turn.authority, delegate });
}
