import { RATE_KEY_MAX } from '@exchange/core/kernel';
import { BitSet, NONE } from './bit-set';

const PAGE_BITS = 12;
const PAGE_KEYS = 1 << PAGE_BITS;
const PAGES = (RATE_KEY_MAX >>> PAGE_BITS) + 1;

/**
 * Rate keys in their order: adding, removing and the next of one take a few steps, however many there are. 4096
 * neighbouring keys are a page, which has memory while it has keys.
 */
export class RateSet {
  private readonly pages = new Array<BitSet | undefined>(PAGES).fill(undefined);
  private readonly usedPages = new BitSet(PAGES);

  add(rateKey: number): void {
    const number = rateKey >>> PAGE_BITS;
    const page = this.pages[number] ?? this.open(number);
    page.add(rateKey & (PAGE_KEYS - 1));
  }

  /** Removes a rate that is here. */
  delete(rateKey: number): void {
    const number = rateKey >>> PAGE_BITS;
    const page = this.page(number);
    page.delete(rateKey & (PAGE_KEYS - 1));
    if (page.lowest() !== NONE) return;
    this.pages[number] = undefined;
    this.usedPages.delete(number);
  }

  /** NONE when there is none. */
  lowest(): number {
    return this.lowestOn(this.usedPages.lowest());
  }

  /** NONE when there is none. */
  highest(): number {
    return this.highestOn(this.usedPages.highest());
  }

  /** The next higher rate than one that is here; NONE when there is none. */
  above(rateKey: number): number {
    const number = rateKey >>> PAGE_BITS;
    const key = this.page(number).above(rateKey & (PAGE_KEYS - 1));
    return key === NONE ? this.lowestOn(this.usedPages.above(number)) : keyAt(number, key);
  }

  /** The next lower rate than one that is here; NONE when there is none. */
  below(rateKey: number): number {
    const number = rateKey >>> PAGE_BITS;
    const key = this.page(number).below(rateKey & (PAGE_KEYS - 1));
    return key === NONE ? this.highestOn(this.usedPages.below(number)) : keyAt(number, key);
  }

  private lowestOn(number: number): number {
    return number === NONE ? NONE : keyAt(number, this.page(number).lowest());
  }

  private highestOn(number: number): number {
    return number === NONE ? NONE : keyAt(number, this.page(number).highest());
  }

  private open(number: number): BitSet {
    const page = new BitSet(PAGE_KEYS);
    this.pages[number] = page;
    this.usedPages.add(number);
    return page;
  }

  private page(number: number): BitSet {
    return this.pages[number] as BitSet;
  }
}

const keyAt = (page: number, key: number): number => (page << PAGE_BITS) | key;
