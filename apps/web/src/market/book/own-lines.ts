import { orderAmounts } from '@exchange/client';
import { coarsenRate, formatRate, parseRate, type Side } from '@exchange/core/kernel';
import type { OrderView } from '@exchange/core/wire';
import type { ListedMarkets } from '../../exchange/exchange';

/** What the account itself offers in the lines of a book, smallest units of the traded token; by the line's side and rate. */
export type OwnLines = ReadonlyMap<string, bigint>;

export const NO_OWN_LINES: OwnLines = new Map();

/** The key of a line, by its rate as the exchange says it. */
export const lineKey = (side: Side, rate: string): string => `${side} ${rate}`;

/**
 * In which lines of a market's book, whose rates have so many digits, the account's orders are: those that are in the
 * book, and that everybody sees.
 */
export function ownLines(
  open: readonly OrderView[] | undefined,
  market: string,
  digits: number,
  listed: ListedMarkets,
): OwnLines {
  if (listed.markets[market] === undefined) return NO_OWN_LINES;
  const lines = new Map<string, bigint>();
  for (const order of open ?? []) {
    if (order.market !== market || order.hidden || order.stopRate !== null) continue;
    const { side, traded } = orderAmounts(order, listed);
    const rate = parseRate(order.bookRate, 'bookRate');
    if (!rate.ok || traded.book.units === 0n) continue;
    const key = lineKey(side, formatRate(coarsenRate(rate.value, side, digits)));
    lines.set(key, (lines.get(key) ?? 0n) + traded.book.units);
  }
  return lines;
}
