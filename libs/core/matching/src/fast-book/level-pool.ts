import { float, grownFloats, NONE } from './cells';
import { TOTAL_LIMBS } from './totals';

const FIRST_LEVELS = 64;

/* A level's record: two lines of a cache. The visible orders' quantities, added up, are first. */
const RECORD_BITS = 4;
const RECORD = 1 << RECORD_BITS;
/** The ends of its two queues, first in, first out. */
export const FIRST_VISIBLE = TOTAL_LIMBS;
export const LAST_VISIBLE = TOTAL_LIMBS + 1;
export const FIRST_HIDDEN = TOTAL_LIMBS + 2;
export const LAST_HIDDEN = TOTAL_LIMBS + 3;
/** Of visible orders. */
export const COUNT = TOTAL_LIMBS + 4;
const RATE_KEY = TOTAL_LIMBS + 5;
/** The step in which it was touched last. */
export const TOUCHED_IN = TOTAL_LIMBS + 6;

/** The levels of both sides as records of 16 numbers. Those that are over are used again. */
export class LevelPool {
  cells = new Float64Array(FIRST_LEVELS * RECORD);
  private made = 0;
  private readonly free: number[] = [];

  /** Where the level's record begins. */
  record(level: number): number {
    return level << RECORD_BITS;
  }

  rateKey(level: number): number {
    return float(this.cells, (level << RECORD_BITS) + RATE_KEY);
  }

  count(level: number): number {
    return float(this.cells, (level << RECORD_BITS) + COUNT);
  }

  get(level: number, cell: number): number {
    return float(this.cells, (level << RECORD_BITS) + cell);
  }

  /** A new level without orders. */
  open(rateKey: number): number {
    const level = this.free.pop() ?? this.next();
    const { cells } = this;
    const record = level << RECORD_BITS;
    for (let cell = 0; cell < TOTAL_LIMBS; cell += 1) cells[record + cell] = 0;
    cells[record + FIRST_VISIBLE] = NONE;
    cells[record + LAST_VISIBLE] = NONE;
    cells[record + FIRST_HIDDEN] = NONE;
    cells[record + LAST_HIDDEN] = NONE;
    cells[record + COUNT] = 0;
    cells[record + RATE_KEY] = rateKey;
    cells[record + TOUCHED_IN] = NONE;
    return level;
  }

  /** Ends a level without orders. */
  close(level: number): void {
    this.free.push(level);
  }

  isEmpty(level: number): boolean {
    return this.first(level) === NONE;
  }

  /** The order that matches first. */
  first(level: number): number {
    const visible = this.get(level, FIRST_VISIBLE);
    return visible === NONE ? this.get(level, FIRST_HIDDEN) : visible;
  }

  private next(): number {
    const level = this.made;
    this.made += 1;
    if (level * RECORD === this.cells.length) this.cells = grownFloats(this.cells, level * RECORD * 2);
    return level;
  }
}
