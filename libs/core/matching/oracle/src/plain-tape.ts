import type { Address } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import { type Digest, digestWords, EMPTY_DIGEST } from '../../src/tape/digest';
import { type Carried, EventTape } from '../../src/tape/event-tape';

const FIRST_WORDS = 1_024;
/** The largest event, apart from the name of a currency. */
const EVENT_WORDS = 48;

/** A tape of its own, for markets whose book is objects. */
export class PlainTape extends EventTape {
  override digest: Digest = EMPTY_DIGEST;
  override length = 0;
  override words = new Int32Array(FIRST_WORDS);
  override readonly start = 0;
  private carried: Carried[] = [];

  clear(): void {
    this.length = 0;
    this.carried = [];
  }

  override carry(value: Carried): void {
    this.carried.push(value);
  }

  override accountAt(index: number): Address {
    return this.carried[index] as Address;
  }

  override feesAt(index: number): FeeTerms {
    return this.carried[index] as FeeTerms;
  }

  override digestStep(sequence: number): void {
    this.digest = digestWords(this.digest, sequence, this.words, this.length);
  }

  protected override makeRoom(units: number): void {
    const needed = this.length + units + EVENT_WORDS;
    if (needed <= this.words.length) return;
    const grown = new Int32Array(Math.max(needed, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
  }
}
