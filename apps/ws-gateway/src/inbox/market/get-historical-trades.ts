import { type CommandOf, echoes, historicalTradeArray, pageOf } from '@exchange/core/wire';
import { pastTrades } from '@exchange/edge/live-market';
import { type CommandTurn, noAnswer } from '../command-turn';
import { isKnownMarket } from '../history/history-page';

/** getHistoricalTrades: a page of everybody's trades, newest first, in the channel of the market asked for or 0. */
export function getHistoricalTrades(command: CommandOf<'getHistoricalTrades'>, turn: CommandTurn): void {
  if (isKnownMarket(command.market, turn)) turn.guard(answer(command, turn));
}

async function answer(command: CommandOf<'getHistoricalTrades'>, turn: CommandTurn): Promise<void> {
  const found = await pastTrades(turn.edge.past, pageOf(command));
  if (!found.ok) {
    turn.refuse(found.code === 'UNKNOWN_OUTCOME' ? noAnswer() : found);
    return;
  }
  turn.answer(command.market ?? 0, 'historicalTrades', {
    trades: found.value.map(historicalTradeArray),
    ...echoes({ ...command, market: undefined }),
  });
}
