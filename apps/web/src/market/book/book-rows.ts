import type { Side } from '@exchange/core/kernel';
import type { BookLineView } from '@exchange/core/wire';
import { amountDecimals, amountWriter, decimalsOf, filled, grouped } from '../figures';

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

/** The rows of a book; `decimals` of the traded token. Digits stand below each other: each column has the same decimals. */
export function bookRows(lines: BookLines, decimals: number): BookRows {
  const best = lines.sell[0]?.rate ?? lines.buy[0]?.rate;
  if (best === undefined) return NO_ROWS;
  const rateDecimals = Math.max(mostDecimals(lines.buy), mostDecimals(lines.sell));
  const written = amountWriter(decimals, amountDecimals(best, decimals));
  const cumulated = { buy: cumulate(lines.buy), sell: cumulate(lines.sell) };
  const most = maxOf(cumulated.buy.at(-1), cumulated.sell.at(-1));
  const whole = Number(most) || 1;
  // Made anew in each frame, by one literal: spreads take five times as long.
  const rowsOf = (side: Side) =>
    lines[side].map(({ rate, amount }, at): DrawnRow => {
      const total = cumulated[side][at] ?? 0n;
      return {
        rate,
        cumulated: total,
        rateText: grouped(filled(rate, rateDecimals)),
        amountText: written(BigInt(amount)),
        totalText: written(total),
        share: Number(total) / whole,
      };
    });
  return { buy: rowsOf('buy'), sell: rowsOf('sell') };
}

const mostDecimals = (lines: readonly BookLineView[]): number =>
  lines.reduce((most, { rate }) => Math.max(most, decimalsOf(rate)), 0);

function cumulate(lines: readonly BookLineView[]): bigint[] {
  let total = 0n;
  return lines.map(({ amount }) => (total += BigInt(amount)));
}

const maxOf = (a = 0n, b = 0n): bigint => (a > b ? a : b);
