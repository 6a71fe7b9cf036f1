import { accountCommands } from '@exchange/contract/bus';
import { amountFrom, reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import { parseSignature } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

const WRONG_RECEIVER = reject(
  'INVALID_FIELD',
  'receiver must not be the zero address or the exchange contract, which the contract refuses',
);

/** submitWithdrawal: the entry comes as a notice. account-service judges who signed it. */
export function submitWithdrawal(command: CommandOf<'submitWithdrawal'>, turn: CommandTurn): void {
  const { token, amount, nonce, signatureFormat: format, receiver, maxFee, deadline } = command;
  // The contract would refuse it, and the account would have to rest from submitting.
  if (receiver === ZERO_ADDRESS || receiver === turn.edge.domain.contract) {
    turn.refuse(WRONG_RECEIVER);
    return;
  }
  const signature = parseSignature(command.signature);
  if (!signature.ok) {
    turn.refuse(signature);
    return;
  }
  turn.carryOut(accountCommands.submitWithdrawal, {
    ...turn.authority,
    ...{ token, amount: amountFrom(amount), nonce, format, signature: signature.value },
    ...(receiver === undefined ? {} : { receiver }),
    ...(maxFee === undefined ? {} : { maxFee: amountFrom(maxFee) }),
    ...(deadline === undefined ? {} : { deadlineSigned: deadline }),
  });
}
