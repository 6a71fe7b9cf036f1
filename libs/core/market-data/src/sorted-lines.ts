import type { RateKey, Side } from '@exchange/core/kernel';
import { goneLine, type BookLine } from './book-line';

/** The lines of one side, best rate first, with one line for each rate. */
export class SortedLines {
  private readonly lines: BookLine[] = [];

  constructor(private readonly side: Side) {}

  get length(): number {
    return this.lines.length;
  }

  /** The line at a rate; amount 0 and count 0 when there is none. */
  at(rateKey: RateKey): BookLine {
    const line = this.lines[this.placeOf(rateKey)];
    return line?.rateKey === rateKey ? line : goneLine(this.side, rateKey);
  }

  /** Puts a line in place of the one at its rate; a count of 0 takes it out. */
  set(line: BookLine): void {
    const place = this.placeOf(line.rateKey);
    const present = this.lines[place]?.rateKey === line.rateKey ? 1 : 0;
    if (line.count > 0) this.lines.splice(place, present, line);
    else this.lines.splice(place, present);
  }

  /** The best `depth` lines. */
  best(depth: number): readonly BookLine[] {
    return this.lines.slice(0, depth);
  }

  /** How many lines are better than this rate: where it stands or would stand. */
  placeOf(rateKey: RateKey): number {
    let low = 0;
    let high = this.lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const line = this.lines[middle];
      if (line !== undefined && this.isBetter(line.rateKey, rateKey)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isBetter(a: RateKey, b: RateKey): boolean {
    return this.side === 'buy' ? a > b : a < b;
  }
}
