import { reject } from '@exchange/core/kernel';
import { listedObject } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getListed: all tokens and markets. */
export function getListed(_command: object, turn: CommandTurn): void {
  const index = turn.edge.markets.listing();
  if (index === undefined) turn.refuse(reject('UNAVAILABLE', 'the listing is not known yet; try again soon'));
  else turn.answer(0, 'listed', listedObject(index.shown));
}
