import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from './command-turn';

/** postMessage: kept for the operator. */
export function postMessage({ message }: CommandOf<'postMessage'>, turn: CommandTurn): void {
  turn.look(accountCommands.postMessage, { ...turn.authority, message }, () => turn.say('received'));
}
