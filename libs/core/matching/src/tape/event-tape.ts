import type { Address } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import type { Digest } from './digest';
import { writeAmount, writeWide } from './words';

const AMOUNT_WORDS = 4;
const WIDE_WORDS = 2;
/** An amount on its way into words. */
const halves = new BigUint64Array(2);
const quarters = new Int32Array(halves.buffer);

/** What an event carries unread: accounts and fee terms, in the order in which its kind has them. */
export type Carried = Address | FeeTerms;

/**
 * The events of one step as words of 32 bits: the kind first, then its numbers, then its amounts, which take four words
 * each. It is what the digest is of, and no object is made for it.
 */
export abstract class EventTape {
  /** In words. */
  abstract length: number;
  /** Where the words are, until something is written again, and the index of the first. */
  abstract readonly words: Int32Array;
  abstract readonly start: number;

  abstract carry(value: Carried): void;
  /** What is carried, by its number on the tape. */
  abstract accountAt(index: number): Address;
  abstract feesAt(index: number): FeeTerms;
  /** The running hash over all steps. */
  abstract digest: Digest;
  /** Goes on hashing with a step's number and its words. */
  abstract digestStep(sequence: number): void;
  /** Makes room for an event with a text of so many units. */
  protected abstract makeRoom(units: number): void;

  /** Begins an event; there is room for one without text. */
  begin(kind: number): void {
    this.makeRoom(0);
    this.word(kind);
  }

  word(value: number): void {
    this.words[this.skip(1)] = value;
  }

  /** A whole number up to 2^53, as two words. */
  wide(value: number): void {
    writeWide(this.words, this.skip(WIDE_WORDS), value);
  }

  amount(value: bigint): void {
    writeAmount(halves, 0, value);
    this.words.set(quarters, this.skip(AMOUNT_WORDS));
  }

  /** The length of a text, then its UTF-16 units. */
  text(value: string): void {
    this.makeRoom(value.length);
    this.word(value.length);
    for (let index = 0; index < value.length; index += 1) this.word(value.charCodeAt(index));
  }

  /** Where so many words are to be written. */
  private skip(words: number): number {
    const at = this.start + this.length;
    this.length += words;
    return at;
  }
}
