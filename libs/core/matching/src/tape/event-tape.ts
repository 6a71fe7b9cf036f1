import type { Address } from '@exchange/core/kernel';
import { writeAmount, writeWide } from '../fast-book/cells';
import type { Limbs } from '../fast-book/limbs';
import type { CarriedFees } from '../open-order';

/* Bound once: asking for a global each time is slow where tests run. */
const { max } = Math;

const FIRST_WORDS = 1_024;
/** The largest event, apart from the name of a currency. */
const EVENT_WORDS = 48;
const AMOUNT_WORDS = 4;
const WIDE_WORDS = 2;
/** An amount on its way into words. */
const halves = new BigUint64Array(2);
const quarters = new Int32Array(halves.buffer);

/** What an event carries unread: accounts and fee terms, in the order in which its kind has them. */
export type Carried = Address | CarriedFees;

/**
 * The events of one step as words of 32 bits: the kind first, then its numbers, then its amounts, which take four words
 * each. It is what the digest is of, and no object is made for it.
 */
export class EventTape {
  words = new Int32Array(FIRST_WORDS);
  length = 0;
  readonly carried: Carried[] = [];
  private carriedLength = 0;

  clear(): void {
    this.length = 0;
    this.carriedLength = 0;
  }

  /** Begins an event; there is room for one without text. */
  begin(kind: number): void {
    if (this.length + EVENT_WORDS > this.words.length) this.grow(this.length + EVENT_WORDS);
    this.word(kind);
  }

  word(value: number): void {
    this.words[this.length] = value;
    this.length += 1;
  }

  /** Copies words, such as an amount's four. */
  copy(from: Int32Array, at: number, count: number): void {
    const { words, length } = this;
    for (let index = 0; index < count; index += 1) words[length + index] = from[at + index] as number;
    this.length = length + count;
  }

  /** A whole number up to 2^53, as two words. */
  wide(value: number): void {
    writeWide(this.words, this.skip(WIDE_WORDS), value);
  }

  private skip(words: number): number {
    const at = this.length;
    this.length += words;
    return at;
  }

  limbs(value: Limbs): void {
    value.store(this.words, this.skip(AMOUNT_WORDS));
  }

  amount(value: bigint): void {
    writeAmount(halves, 0, value);
    this.words.set(quarters, this.skip(AMOUNT_WORDS));
  }

  /** The length of a text, then its UTF-16 units. */
  text(value: string): void {
    const needed = this.length + value.length + EVENT_WORDS;
    if (needed > this.words.length) this.grow(needed);
    this.word(value.length);
    for (let index = 0; index < value.length; index += 1) this.word(value.charCodeAt(index));
  }

  carry(value: Carried): void {
    this.carried[this.carriedLength] = value;
    this.carriedLength += 1;
  }

  private grow(needed: number): void {
    const grown = new Int32Array(max(needed, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
  }
}
