import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** signWithdrawal: the entry comes as a notice, and again when it has its signature. */
export function signWithdrawal({ token, amount }: CommandOf<'signWithdrawal'>, turn: CommandTurn): void {
  turn.carryOut(accountCommands.signWithdrawal, { ...turn.authority, token, amount });
}
