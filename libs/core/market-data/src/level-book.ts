import type { RateKey, Side } from '@exchange/core/kernel';
import { bothSides, type BookLine } from './book-line';
import { SortedLines } from './sorted-lines';

/** How a level or a line changed; a count of 0 means that there was none, or is none any more. */
export interface LevelChange {
  readonly before: BookLine;
  readonly after: BookLine;
}

/** The visible book of a market at full precision, kept from the engine's level events. */
export class LevelBook {
  private readonly sides: Readonly<Record<Side, SortedLines>> = {
    buy: new SortedLines('buy'),
    sell: new SortedLines('sell'),
  };

  /** Puts the new total of a level; the change is what grouped books are fed with. */
  set(line: BookLine): LevelChange {
    const side = this.sides[line.side];
    const before = side.at(line.rateKey);
    side.set(line);
    return { before, after: line };
  }

  /** A level as it is now; amount 0 and count 0 when there is none. */
  at(side: Side, rateKey: RateKey): BookLine {
    return this.sides[side].at(rateKey);
  }

  lines(depth = Number.POSITIVE_INFINITY): readonly BookLine[] {
    return bothSides((side) => this.sides[side].best(depth));
  }
}
