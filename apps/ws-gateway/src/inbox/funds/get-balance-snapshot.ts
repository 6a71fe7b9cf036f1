import { accountQueries } from '@exchange/contract/bus';
import { balanceArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** getBalanceSnapshot: every token in which the account has or had an amount. */
export function getBalanceSnapshot(_command: object, turn: CommandTurn): void {
  turn.look(accountQueries.balancesQuery, { grant: turn.session.grant }, ({ balances }) =>
    turn.answer(0, 'balanceSnapshot', balances.map(balanceArray)),
  );
}
