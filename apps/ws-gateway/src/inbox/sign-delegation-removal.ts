import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** signDelegationRemoval: the stopped delegate comes as a notice, with its signature when it can be given. */
export function signDelegationRemoval(
  { address: delegate }: CommandOf<'signDelegationRemoval'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.signDelegationRemoval, { ...turn.authority, delegate });
}
