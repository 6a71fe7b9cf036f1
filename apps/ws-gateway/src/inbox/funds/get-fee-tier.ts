import { accountQueries } from '@exchange/contract/bus';
import { feeTierArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getFeeTier: the account's trailing volume and fees. */
export function getFeeTier(_command: object, turn: CommandTurn): void {
  const { session } = turn;
  turn.look(accountQueries.feeTierQuery, { grant: session.grant }, ({ feeTier }) => {
    session.feeTier = feeTier;
    turn.answer(0, 'feeTier', feeTierArray(feeTier));
  });
}
