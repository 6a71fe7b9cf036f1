import type { Side } from '@exchange/core/kernel';
import type { UserFill } from '@exchange/core/wire';

/** What an account bought or sold within a bar. */
export interface FillMark {
  /** When the bar opened, Unix ms. */
  readonly time: number;
  readonly side: Side;
  /** Smallest units of the traded token. */
  readonly amount: bigint;
}

type Fill = Pick<UserFill, 'market' | 'side' | 'amount' | 'timestamp'>;

/**
 * The own fills of a market by the bar they are in, oldest first, of each bar what was bought before what was sold. Those of
 * which no bar is shown have no mark. `times`: when the bars opened, Unix ms, oldest first; `seconds`: their length.
 */
export function fillMarks(
  fills: readonly Fill[],
  market: string,
  times: readonly number[],
  seconds: number,
): readonly FillMark[] {
  const marks = new Map<string, FillMark>();
  for (const { market: of, side, amount, timestamp } of fills) {
    const time = of === market ? barOf(timestamp, times, seconds) : undefined;
    if (time === undefined) continue;
    const key = `${side} ${time}`;
    marks.set(key, { time, side, amount: (marks.get(key)?.amount ?? 0n) + BigInt(amount) });
  }
  return [...marks.values()].sort((a, b) => a.time - b.time || (a.side < b.side ? -1 : 1));
}

/** The opening of the bar that holds a moment. */
function barOf(at: number, times: readonly number[], seconds: number): number | undefined {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  const time = times[from - 1];
  return time === undefined || at >= time + seconds * 1_000 ? undefined : time;
}
