import type { Side } from '@exchange/core/kernel';
import type { BookLineView } from '@exchange/core/wire';
import { amountDecimals, cut, decimalsOf, filled, grouped, tokens } from '../figures';

/** A line of a book as it is shown. */
export interface DrawnRow {
  /** As the exchange says it. */
  readonly rate: string;
  /** All amounts from the best line to this one, smallest units. */
  readonly cumulated: bigint;
  readonly rateText: string;
  readonly amountText: string;
  readonly totalText: string;
  /** Of the largest total of both sides, 0 to 1. */
  readonly share: number;
}

/** Both sides, best first. */
export type BookRows = Readonly<Record<Side, readonly DrawnRow[]>>;

export const NO_ROWS: BookRows = { buy: [], sell: [] };

type BookLines = Readonly<Record<Side, readonly BookLineView[]>>;

const SHARES = 10_000n;

/** The rows of a book; `decimals` of the traded token. Digits stand below each other: each column has the same decimals. */
export function bookRows(lines: BookLines, decimals: number): BookRows {
  const best = lines.sell[0]?.rate ?? lines.buy[0]?.rate;
  if (best === undefined) return NO_ROWS;
  const rateDecimals = Math.max(...[...lines.buy, ...lines.sell].map(({ rate }) => decimalsOf(rate)));
  const shownDecimals = amountDecimals(best, decimals);
  const cumulated = { buy: cumulate(lines.buy), sell: cumulate(lines.sell) };
  const most = maxOf(cumulated.buy.at(-1), cumulated.sell.at(-1));
  const amountText = (units: string | bigint) => grouped(cut(tokens(units, decimals), shownDecimals));
  const rowsOf = (side: Side) =>
    lines[side].map(({ rate, amount }, at) => {
      const total = cumulated[side][at] ?? 0n;
      return {
        ...{ rate, cumulated: total, rateText: grouped(filled(rate, rateDecimals)) },
        ...{ amountText: amountText(amount), totalText: amountText(total) },
        share: most === 0n ? 0 : Number((total * SHARES) / most) / Number(SHARES),
      };
    });
  return { buy: rowsOf('buy'), sell: rowsOf('sell') };
}

function cumulate(lines: readonly BookLineView[]): bigint[] {
  let total = 0n;
  return lines.map(({ amount }) => (total += BigInt(amount)));
}

const maxOf = (a = 0n, b = 0n): bigint => (a > b ? a : b);
