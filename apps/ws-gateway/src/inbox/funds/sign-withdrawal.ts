import { accountCommands } from '@exchange/contract/bus';
import { amountFrom } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** signWithdrawal: answered by the notice of its entry with the signature. */
export function signWithdrawal({ token, amount }: CommandOf<'signWithdrawal'>, turn: CommandTurn): void {
  turn.carryOut(accountCommands.signWithdrawal, { ...turn.authority, token, amount: amountFrom(amount) });
}
