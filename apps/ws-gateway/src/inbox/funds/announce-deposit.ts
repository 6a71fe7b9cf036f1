import { accountCommands } from '@exchange/contract/bus';
import { amountFrom } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** announceDeposit: the temporary entry comes as a notice. */
export function announceDeposit(
  { token, amount, txhash: transaction }: CommandOf<'announceDeposit'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.announceDeposit, {
    ...turn.authority,
    token,
    amount: amountFrom(amount),
    transaction,
  });
}
