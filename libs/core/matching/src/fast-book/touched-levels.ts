import { DETAIL_SHIFT, LEVEL_CHANGED } from '../tape/event-kinds';
import type { EventTape } from '../tape/event-tape';
import { float, grownFloats, grownInts, int, NONE } from './cells';
import { COUNT, type LevelPool, TOUCHED_IN } from './level-pool';
import { Limbs } from './limbs';
import { readTotal, TOTAL_LIMBS } from './totals';

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
  private codes = new Int32Array(FIRST_CAPACITY);
  private counts = new Int32Array(FIRST_CAPACITY);
  private totals = new Float64Array(FIRST_CAPACITY * TOTAL_LIMBS);
  private readonly amount = new Limbs();
  private readonly amountBefore = new Limbs();
  private size = 0;
  private step = 0;

  constructor(private readonly levels: LevelPool) {}

  beginStep(): void {
    this.size = 0;
    this.step = (this.step + 1) & 0x3fff_ffff;
  }

  /** To be called before a level that exists, or is new and empty, changes. */
  touch(isSell: boolean, level: number): void {
    const { cells } = this.levels;
    const record = this.levels.record(level);
    if (float(cells, record + TOUCHED_IN) === this.step) return;
    cells[record + TOUCHED_IN] = this.step;
    const code = this.levels.rateKey(level) | (isSell ? 1 << SIDE_SHIFT : 0);
    // One that ended and began again in this step was touched under another number.
    for (let index = this.size - 1; index >= 0; index -= 1) if (int(this.codes, index) === code) return;
    if (this.size === this.codes.length) this.grow(this.size * 2);
    const { totals, size } = this;
    this.codes[size] = code;
    this.counts[size] = float(cells, record + COUNT);
    for (let limb = 0; limb < TOTAL_LIMBS; limb += 1) {
      totals[size * TOTAL_LIMBS + limb] = float(cells, record + limb);
    }
    this.size = size + 1;
  }

  tell(tape: EventTape, book: LevelFinder): void {
    const { amount, amountBefore, levels } = this;
    for (let index = 0; index < this.size; index += 1) {
      const code = int(this.codes, index);
      const side = code >>> SIDE_SHIFT;
      const rateKey = code & ((1 << SIDE_SHIFT) - 1);
      const level = book.levelAt(side === 1, rateKey);
      const count = level === NONE ? 0 : levels.count(level);
      if (level === NONE) amount.size = 0;
      else readTotal(levels.cells, levels.record(level), amount);
      if (count === int(this.counts, index)) {
        readTotal(this.totals, index * TOTAL_LIMBS, amountBefore);
        if (amountBefore.compare(amount) === 0) continue;
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
    this.totals = grownFloats(this.totals, capacity * TOTAL_LIMBS);
  }
}
