import { accountQueries } from '@exchange/contract/bus';
import { delegateArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getDelegateSnapshot: the account's delegates, announced ones and removed ones too. */
export function getDelegateSnapshot(_command: object, turn: CommandTurn): void {
  turn.look(accountQueries.delegatesQuery, { grant: turn.session.grant }, ({ delegates }) =>
    turn.answer(0, 'delegateSnapshot', delegates.map(delegateArray)),
  );
}
