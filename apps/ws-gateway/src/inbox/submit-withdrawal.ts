import { accountCommands } from '@exchange/contract/bus';
import { parseSignature } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** submitWithdrawal: the entry comes as a notice. account-service judges who signed it. */
export function submitWithdrawal(command: CommandOf<'submitWithdrawal'>, turn: CommandTurn): void {
  const { token, amount, nonce, signatureFormat: format, receiver, maxFee, deadline } = command;
  const signature = parseSignature(command.signature);
  if (!signature.ok) {
    turn.refuse(signature);
    return;
  }
  turn.carryOut(accountCommands.submitWithdrawal, {
    ...turn.authority,
    ...{ token, amount, nonce, format, signature: signature.value },
    ...(receiver === undefined ? {} : { receiver }),
    ...(maxFee === undefined ? {} : { maxFee }),
    ...(deadline === undefined ? {} : { deadlineSigned: deadline }),
  });
}
