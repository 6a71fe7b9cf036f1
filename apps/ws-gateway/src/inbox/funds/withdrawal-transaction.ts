import { accountCommands } from '@exchange/contract/bus';
import { entryId } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** withdrawalTransaction: the entry comes as a notice. */
export function withdrawalTransaction(
  { id, txhash: transaction }: CommandOf<'withdrawalTransaction'>,
  turn: CommandTurn,
): void {
  turn.carryOut(accountCommands.withdrawalTransaction, {
    ...turn.authority,
    entryId: entryId(id),
    transaction,
  });
}
