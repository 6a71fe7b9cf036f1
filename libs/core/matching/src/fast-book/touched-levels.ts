import { DETAIL_SHIFT, LEVEL_CHANGED } from '../tape/event-kinds';
import type { EventTape } from '../tape/event-tape';
import { grownInts, int, NONE } from './cells';
import type { LevelPool } from './level-pool';
import { LevelTotals } from './level-totals';
import { Limbs } from './limbs';

const FIRST_CAPACITY = 16;
const SIDE_SHIFT = 24;

interface LevelFinder {
  /** The level of a side at a rate; NONE when there is none. */
  levelAt(isSell: boolean, rateKey: number): number;
}

/**
 * The levels that a step touches, in the order in which it first does, and what everybody saw of each before, so that
 * each is told once, and only when it has changed.
 */
export class TouchedLevels {
  /** Rate keys, with the side above. */
  private codes = new Int32Array(0);
  private counts = new Int32Array(0);
  private readonly before = new LevelTotals();
  private readonly amount = new Limbs();
  private readonly amountBefore = new Limbs();
  private size = 0;
  private step = 0;

  constructor(private readonly levels: LevelPool) {
    this.grow(FIRST_CAPACITY);
  }

  beginStep(): void {
    this.size = 0;
    this.step = (this.step + 1) & 0x3fff_ffff;
  }

  /** To be called before an existing level, or one that is new and empty, changes. */
  touch(isSell: boolean, level: number): void {
    const { levels } = this;
    if (int(levels.touchedIn, level) === this.step) return;
    levels.touchedIn[level] = this.step;
    const code = int(levels.rateKeys, level) | (isSell ? 1 << SIDE_SHIFT : 0);
    // One that ended and began again in this step was touched under another number.
    for (let index = this.size - 1; index >= 0; index -= 1) if (int(this.codes, index) === code) return;
    if (this.size === this.codes.length) this.grow(this.size * 2);
    this.codes[this.size] = code;
    this.counts[this.size] = int(levels.count, level);
    this.before.copy(this.size, levels.totals, level);
    this.size += 1;
  }

  tell(tape: EventTape, book: LevelFinder): void {
    const { amount, amountBefore: before, levels } = this;
    for (let index = 0; index < this.size; index += 1) {
      const code = int(this.codes, index);
      const side = code >>> SIDE_SHIFT;
      const rateKey = code & ((1 << SIDE_SHIFT) - 1);
      const level = book.levelAt(side === 1, rateKey);
      const count = level === NONE ? 0 : int(levels.count, level);
      if (level === NONE) amount.size = 0;
      else levels.totals.read(level, amount);
      if (count === int(this.counts, index)) {
        this.before.read(index, before);
        if (before.compare(amount) === 0) continue;
      }
      tape.begin(LEVEL_CHANGED | (side << DETAIL_SHIFT));
      tape.word(rateKey);
      tape.word(count);
      tape.limbs(amount);
    }
  }

  private grow(capacity: number): void {
    this.codes = grownInts(this.codes, capacity);
    this.counts = grownInts(this.counts, capacity);
    this.before.grow(capacity);
  }
}
