import { RATE_KEY_MAX } from '@exchange/core/kernel';
import { BitSet, NONE } from './bit-set';

export { NONE };

const PAGE_BITS = 12;
const PAGE_KEYS = 1 << PAGE_BITS;
/** Empty pages that are kept: rates that come and go at the edge of a page don't allocate. */
const SPARE_PAGES = 4;

/** The levels of 4096 neighbouring rate keys. */
class Page {
  readonly keys = new BitSet(PAGE_KEYS);
  readonly levels = new Int32Array(PAGE_KEYS).fill(NONE);
  size = 0;
}

/**
 * The levels of one side by rate key, in the order of their rates: finding, adding, removing and the next of a level
 * take a few steps, however many there are. A page of 4096 keys has memory while it has levels.
 */
export class RateIndex {
  private readonly pages: (Page | undefined)[];
  private readonly usedPages: BitSet;
  private readonly spare: Page[] = [];

  /** @param last the highest key */
  constructor(last: number = RATE_KEY_MAX) {
    const pages = (last >>> PAGE_BITS) + 1;
    this.pages = new Array<Page | undefined>(pages).fill(undefined);
    this.usedPages = new BitSet(pages);
  }

  /** The level at a rate; NONE when there is none. */
  get(rateKey: number): number {
    const page = this.pages[rateKey >>> PAGE_BITS];
    return page === undefined ? NONE : (page.levels[rateKey & (PAGE_KEYS - 1)] as number);
  }

  /** Adds the level of a rate that has none. */
  add(rateKey: number, level: number): void {
    const number = rateKey >>> PAGE_BITS;
    const page = this.pages[number] ?? this.open(number);
    const key = rateKey & (PAGE_KEYS - 1);
    page.levels[key] = level;
    page.keys.add(key);
    page.size += 1;
  }

  /** Removes the level of a rate that has one. */
  delete(rateKey: number): void {
    const number = rateKey >>> PAGE_BITS;
    const page = this.page(number);
    const key = rateKey & (PAGE_KEYS - 1);
    page.levels[key] = NONE;
    page.keys.delete(key);
    page.size -= 1;
    if (page.size > 0) return;
    this.pages[number] = undefined;
    this.usedPages.delete(number);
    if (this.spare.length < SPARE_PAGES) this.spare.push(page);
  }

  /** The lowest rate with a level; NONE when there is none. */
  lowest(): number {
    const number = this.usedPages.lowest();
    return number === NONE ? NONE : keyAt(number, this.page(number).keys.lowest());
  }

  /** The highest rate with a level; NONE when there is none. */
  highest(): number {
    const number = this.usedPages.highest();
    return number === NONE ? NONE : keyAt(number, this.page(number).keys.highest());
  }

  /** The next higher rate with a level than one that has; NONE when there is none. */
  above(rateKey: number): number {
    const number = rateKey >>> PAGE_BITS;
    const key = this.page(number).keys.above(rateKey & (PAGE_KEYS - 1));
    if (key !== NONE) return keyAt(number, key);
    const next = this.usedPages.above(number);
    return next === NONE ? NONE : keyAt(next, this.page(next).keys.lowest());
  }

  /** The next lower rate with a level than one that has; NONE when there is none. */
  below(rateKey: number): number {
    const number = rateKey >>> PAGE_BITS;
    const key = this.page(number).keys.below(rateKey & (PAGE_KEYS - 1));
    if (key !== NONE) return keyAt(number, key);
    const next = this.usedPages.below(number);
    return next === NONE ? NONE : keyAt(next, this.page(next).keys.highest());
  }

  private open(number: number): Page {
    const page = this.spare.pop() ?? new Page();
    this.pages[number] = page;
    this.usedPages.add(number);
    return page;
  }

  private page(number: number): Page {
    return this.pages[number] as Page;
  }
}

const keyAt = (page: number, key: number): number => (page << PAGE_BITS) | key;
