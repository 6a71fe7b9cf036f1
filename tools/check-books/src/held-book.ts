import { coarsenRate, formatRate, parseRate, type Side } from '@exchange/core/kernel';

/** A line as the websocket shows it: [1 bids or 0 asks, rate, amount, orders]. */
export type WireLine = readonly [direction: number, rate: string, amount: string, count: number];

/** The book that a client holds: a snapshot replaces it, an update puts or removes a line. */
export class HeldBook {
  private readonly lines = new Map<string, WireLine>();

  reset(lines: readonly WireLine[]): void {
    this.lines.clear();
    for (const line of lines) this.lines.set(placeOf(line), line);
  }

  /** False for an update that removes a line which isn't there: no book can have said that. */
  apply(line: WireLine): boolean {
    if (line[3] === 0) return this.lines.delete(placeOf(line));
    this.lines.set(placeOf(line), line);
    return true;
  }

  /** Bids from the best on, then asks from the best on. */
  sorted(): WireLine[] {
    const side = (direction: number) => [...this.lines.values()].filter((line) => line[0] === direction);
    const bids = side(1).sort((a, b) => Number(b[1]) - Number(a[1]));
    return [...bids, ...side(0).sort((a, b) => Number(a[1]) - Number(b[1]))];
  }
}

const placeOf = ([direction, rate]: WireLine): string => `${direction} ${rate}`;

/** Whether the best bid is not below the best ask. */
export function isCrossed(sorted: readonly WireLine[]): boolean {
  const bid = sorted.find((line) => line[0] === 1);
  const ask = sorted.find((line) => line[0] === 0);
  return bid !== undefined && ask !== undefined && Number(bid[1]) >= Number(ask[1]);
}

/** The window of a full book (sorted) at so many digits and lines of each side, computed from scratch. */
export function windowOf(sorted: readonly WireLine[], digits: number, depth = Infinity): WireLine[] {
  const window: WireLine[] = [];
  const shown = { 0: 0, 1: 0 };
  for (const [direction, rate, amount, count] of sorted) {
    const side = direction === 1 ? 1 : 0;
    if (shown[side] > depth) continue;
    const key = groupRate(rate, side === 1 ? 'buy' : 'sell', digits);
    const last = window.at(-1);
    if (last?.[0] === direction && last[1] === key) {
      const total = BigInt(last[2]) + BigInt(amount);
      window[window.length - 1] = [direction, key, total.toString(), last[3] + count];
      continue;
    }
    shown[side] += 1;
    if (shown[side] <= depth) window.push([direction, key, amount, count]);
  }
  return window;
}

/** The same few thousand rates come again and again. */
const grouped = new Map<string, string>();

/** Buys down, sells up, to so many significant digits. */
function groupRate(rate: string, side: Side, digits: number): string {
  const asked = `${side} ${digits} ${rate}`;
  const known = grouped.get(asked);
  if (known !== undefined) return known;
  const key = parseRate(rate, 'rate');
  if (!key.ok) throw new Error(key.message);
  const group = formatRate(coarsenRate(key.value, side, digits));
  grouped.set(asked, group);
  return group;
}
