import { formatRate, reject } from '@exchange/core/kernel';
import { bookLine, type CommandOf, tickerArray } from '@exchange/core/wire';
import { bookLines, type LiveMarket } from '@exchange/edge/live-market';
import type { CommandTurn } from '../command-turn';
import { isKnownMarket } from '../history/history-page';
import { withFollowed } from './with-followed';

/** getTicker: the ticker of a market now. */
export function getTicker({ market }: CommandOf<'getTicker'>, turn: CommandTurn): void {
  const state = liveMarket(market, turn);
  if (state !== undefined) turn.answer(market, 'ticker', tickerArray(state.ticker));
}

/** getOrderBookSnapshot: the book of a market now, without a subscription. */
export function getOrderBookSnapshot(
  { market, limit, decimals }: CommandOf<'getOrderBookSnapshot'>,
  turn: CommandTurn,
): void | Promise<void> {
  const state = liveMarket(market, turn);
  if (state === undefined) return;
  return withFollowed([market], turn, () => tellBook(state, limit, decimals, turn));
}

function tellBook(
  { market, book }: LiveMarket,
  limit: number | undefined,
  decimals: number | undefined,
  turn: CommandTurn,
): void {
  const lines = bookLines(book, limit, decimals).map(({ side, rateKey, amount, count }) =>
    bookLine({ side, rate: formatRate(rateKey), amount: amount.toString(), count }),
  );
  turn.answer(market, 'orderBookSnapshot', lines);
}

/** The state of a listed market; undefined when the command was refused. */
function liveMarket(market: string, turn: CommandTurn): LiveMarket | undefined {
  if (!isKnownMarket(market, turn)) return undefined;
  const state = turn.edge.markets.market(market);
  if (state === undefined) turn.refuse(reject('UNAVAILABLE', `${market} is not known yet; try again soon`));
  return state;
}
