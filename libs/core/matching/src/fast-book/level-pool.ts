import { grownInts, int, NONE } from './cells';
import { LevelTotals } from './level-totals';

const FIRST_CAPACITY = 64;

/** The levels of both sides: for each the ends of its two queues, first in, first out, and what everybody sees of it. */
export class LevelPool {
  firstVisible = new Int32Array(0);
  lastVisible = new Int32Array(0);
  firstHidden = new Int32Array(0);
  lastHidden = new Int32Array(0);
  /** Of visible orders. */
  count = new Int32Array(0);
  rateKeys = new Int32Array(0);
  /** The step in which it was touched last. */
  touchedIn = new Int32Array(0);
  /** The visible orders' quantities added up. */
  readonly totals = new LevelTotals();
  private made = 0;
  private readonly free: number[] = [];

  constructor() {
    this.grow(FIRST_CAPACITY);
  }

  /** A new level without orders. */
  open(rateKey: number): number {
    const level = this.free.pop() ?? this.next();
    this.firstVisible[level] = NONE;
    this.lastVisible[level] = NONE;
    this.firstHidden[level] = NONE;
    this.lastHidden[level] = NONE;
    this.count[level] = 0;
    this.rateKeys[level] = rateKey;
    this.touchedIn[level] = NONE;
    this.totals.clear(level);
    return level;
  }

  /** Ends a level without orders. */
  close(level: number): void {
    this.free.push(level);
  }

  isEmpty(level: number): boolean {
    return int(this.firstVisible, level) === NONE && int(this.firstHidden, level) === NONE;
  }

  /** The order that matches first. */
  first(level: number): number {
    const visible = int(this.firstVisible, level);
    return visible === NONE ? int(this.firstHidden, level) : visible;
  }

  private next(): number {
    const level = this.made;
    this.made += 1;
    if (level === this.count.length) this.grow(level * 2);
    return level;
  }

  private grow(capacity: number): void {
    this.firstVisible = grownInts(this.firstVisible, capacity);
    this.lastVisible = grownInts(this.lastVisible, capacity);
    this.firstHidden = grownInts(this.firstHidden, capacity);
    this.lastHidden = grownInts(this.lastHidden, capacity);
    this.count = grownInts(this.count, capacity);
    this.rateKeys = grownInts(this.rateKeys, capacity);
    this.touchedIn = grownInts(this.touchedIn, capacity);
    this.totals.grow(capacity);
  }
}
