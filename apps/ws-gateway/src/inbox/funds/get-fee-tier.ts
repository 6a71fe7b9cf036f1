import { accountQueries } from '@exchange/contract/bus';
import { feeTierArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getFeeTier: the account's trailing volume and fees. */
export function getFeeTier(_command: object, turn: CommandTurn): void {
  turn.look(accountQueries.feeTierQuery, { grant: turn.session.grant }, ({ feeTier }) =>
    turn.answer(0, 'feeTier', feeTierArray(feeTier)),
  );
}
