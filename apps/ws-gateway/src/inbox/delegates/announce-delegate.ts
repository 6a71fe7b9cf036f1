import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** announceDelegate: the temporary delegate comes as a notice. Older clients say neither label nor kind. */
export function announceDelegate(
  { address: delegate, label = '', isTradingLogin = false }: CommandOf<'announceDelegate'>,
  turn: CommandTurn,
): void {
  const request = { ...turn.authority, delegate, label, isTradingLogin };
  turn.carryOut(accountCommands.announceDelegate, request);
}
