import { barArray, type CommandOf, firstMs, lastMs } from '@exchange/core/wire';
import { pastBars } from '@exchange/edge/live-market';
import { type CommandTurn, noAnswer } from '../command-turn';
import { isKnownMarket } from '../history/history-page';

/** getBarData: the bars of a market that open within a time, newest first. */
export function getBarData(command: CommandOf<'getBarData'>, turn: CommandTurn): void {
  if (isKnownMarket(command.market, turn)) turn.guard(answer(command, turn));
}

async function answer(
  { market, precision, from, to }: CommandOf<'getBarData'>,
  turn: CommandTurn,
): Promise<void> {
  const page = { market, precision, fromMs: firstMs(from), toMs: lastMs(to) };
  const found = await pastBars(turn.edge.past, page);
  if (!found.ok) {
    turn.refuse(found.code === 'UNKNOWN_OUTCOME' ? noAnswer() : found);
    return;
  }
  const { dialect } = turn.connection;
  const bars = found.value.bars.map((bar) => barArray(bar, dialect));
  turn.answer(market, 'barData', { bars, from, to, precision, last: found.value.last });
}
