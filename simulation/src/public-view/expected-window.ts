import { formatRate, type Side } from '@exchange/core/kernel';
import type { MarketState } from '@exchange/core/matching';
import type { ShownLine } from './client-book';

/** Rates have at most so many decimals. */
const DECIMALS = 8;

/**
 * The window that a book subscription must show, straight from the orders in the engine's book: visible ones, grouped
 * by cutting the decimal text of their rates, the best `depth` lines of each side.
 */
export function expectedWindow({ book }: MarketState, digits: number, depth = Infinity): ShownLine[] {
  return (['buy', 'sell'] as const).flatMap((side) => {
    const groups = new Map<string, { amount: bigint; count: number }>();
    for (const order of book.orders(side)) {
      if (order.hidden) continue;
      const rate = grouped(formatRate(order.rateKey), side, digits);
      const group = groups.get(rate) ?? { amount: 0n, count: 0 };
      const quantity = side === 'buy' ? order.buyBook : order.sellBook;
      groups.set(rate, { amount: group.amount + quantity, count: group.count + 1 });
    }
    return Array.from(groups, ([rate, { amount, count }]): ShownLine => [
      side === 'buy' ? 1 : 0,
      rate,
      amount.toString(),
      count,
    ]).slice(0, depth);
  });
}

/** Buys down, sells up, to so many significant digits. */
function grouped(rate: string, side: Side, digits: number): string {
  const [whole = '', fraction = ''] = rate.split('.');
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  const step = 10n ** BigInt(Math.max(0, units.toString().length - digits));
  const rounded = side === 'buy' ? units - (units % step) : units + ((step - (units % step)) % step);
  const text = rounded.toString().padStart(DECIMALS + 1, '0');
  const decimals = text.slice(-DECIMALS).replace(/0+$/, '');
  return decimals === '' ? text.slice(0, -DECIMALS) : `${text.slice(0, -DECIMALS)}.${decimals}`;
}
