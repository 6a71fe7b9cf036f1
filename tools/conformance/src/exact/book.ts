import type { ReadPacket } from '@exchange/test/seed-client';
import type { Line } from '../packets';
import { decimalText, scaledRate } from './book-rate';

/** Bids first, then asks; each from its best rate on. */
export function sorted(lines: Iterable<Line>): Line[] {
  return [...lines].sort((a, b) => {
    if (a[0] !== b[0]) return b[0] - a[0];
    const rises = scaledRate(a[1]) < scaledRate(b[1]) ? -1 : 1;
    return a[0] === 1 ? -rises : rises;
  });
}

const keyOf = ([direction, rate]: Line): string => `${direction} ${rate}`;

/** A rate with at most so many significant digits: down for bids, up for asks. */
export function coarsened(rate: string, direction: number, digits: number): string {
  const scaled = scaledRate(rate);
  const unit = 10n ** BigInt(Math.max(0, scaled.toString().length - digits));
  const down = scaled / unit;
  return decimalText((direction === 0 && scaled % unit !== 0n ? down + 1n : down) * unit);
}

/** Lines added up by their rates of so many digits. */
export function grouped(lines: readonly Line[], digits: number): Line[] {
  const groups = new Map<string, Line>();
  for (const [direction, rate, amount, count] of lines) {
    const at: Line = [direction, coarsened(rate, direction, digits), amount, count];
    const known = groups.get(keyOf(at));
    const sum = BigInt(amount) + BigInt(known?.[2] ?? 0);
    groups.set(keyOf(at), [at[0], at[1], `${sum}`, count + (known?.[3] ?? 0)]);
  }
  return sorted(groups.values());
}

/** The best lines of each side. */
export const cut = (lines: readonly Line[], depth: number): Line[] =>
  [1, 0].flatMap((side) => lines.filter(([direction]) => direction === side).slice(0, depth));

/** A book as a client holds it: the last snapshot, and the updates after it. */
export function replayed(packets: readonly Pick<ReadPacket, 'event' | 'message'>[]): Line[] {
  const book = new Map<string, Line>();
  const apply = (line: Line) => {
    if (line[2] === '0' && line[3] === 0) book.delete(keyOf(line));
    else book.set(keyOf(line), line);
  };
  for (const { event, message } of packets) {
    if (event === 'obs') {
      book.clear();
      (message as Line[]).forEach(apply);
    } else if (event === 'ob') apply(message as Line);
  }
  return sorted(book.values());
}
