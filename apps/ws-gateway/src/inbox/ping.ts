import type { CommandTurn } from './command-turn';

/** ping: the string `pong`. */
export function ping(_command: object, turn: CommandTurn): void {
  turn.answer(0, 'pingPong', 'pong');
}
