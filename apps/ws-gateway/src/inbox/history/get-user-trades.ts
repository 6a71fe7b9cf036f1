import { accountQueries } from '@exchange/contract/bus';
import { type CommandOf, echoes, userTradeArray } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { historyPage } from './history-page';

/** getUserTrades: a page of the account's trades, newest first. */
export function getUserTrades(command: CommandOf<'getUserTrades'>, turn: CommandTurn): void {
  const page = historyPage(command, turn);
  if (page === undefined) return;
  turn.look(accountQueries.userTradesQuery, page, ({ trades }) =>
    turn.answer(0, 'userTrades', {
      trades: trades.map(userTradeArray),
      ...echoes({ ...command, market: undefined }),
    }),
  );
}
