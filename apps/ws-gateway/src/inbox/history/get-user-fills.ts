import { accountQueries } from '@exchange/contract/bus';
import { type CommandOf, echoes, userFill } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { historyPage } from './history-page';

/** getUserFills (added to the seed): the page of getUserTrades, with each side's role and the tokens of its fees. */
export function getUserFills(command: CommandOf<'getUserFills'>, turn: CommandTurn): void {
  const page = historyPage(command, turn);
  if (page === undefined) return;
  const listing = turn.edge.markets.listing();
  turn.look(accountQueries.userTradesQuery, page, ({ trades }) =>
    turn.answer(0, 'userFills', {
      fills: trades.map((trade) => userFill(trade, listing?.market(trade.market)?.listed)),
      ...echoes(command),
    }),
  );
}
