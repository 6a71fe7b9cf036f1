import type { Address } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import {
  DIGEST_HIGH as HIGH,
  DIGEST_LOW as LOW,
  TAPE_CARRIED as CARRIED,
  TAPE_CARRIED_LENGTH as CARRIED_LENGTH,
  TAPE_LENGTH as LENGTH,
} from '../../assembly/border';
import { type Digest, EMPTY_DIGEST } from '../tape/digest';
import { type Carried, EventTape } from '../tape/event-tape';
import type { BookMemory } from './book-memory';
import type { OrderRecords } from './order-records';

/**
 * The tape in a book's memory, which the book's module and the rules on objects write to in turn. What it carries is
 * the number of an account or of fee terms in the book's records, or, below zero, that of one that is not there.
 */
export class MemoryTape extends EventTape {
  private readonly block: number;
  private readonly digestBlock: number;
  private readonly others: Carried[] = [];

  constructor(
    private readonly memory: BookMemory,
    private readonly records: OrderRecords,
  ) {
    super();
    this.block = memory.module.tapeBlock();
    this.digestBlock = memory.module.digestBlock();
    this.digest = EMPTY_DIGEST;
  }

  override get length(): number {
    return this.memory.word(this.block + LENGTH);
  }

  override set length(words: number) {
    this.memory.setWord(this.block + LENGTH, words);
  }

  /** The rest is cleared by the module when a step begins. */
  clear(): void {
    this.others.length = 0;
  }

  override carry(value: Carried): void {
    const { memory, block } = this;
    const length = memory.word(block + CARRIED_LENGTH);
    memory.setWord(memory.word(block + CARRIED) + 4 * length, -this.others.push(value));
    memory.setWord(block + CARRIED_LENGTH, length + 1);
  }

  override accountAt(index: number): Address {
    const number = this.carriedAt(index);
    return number < 0 ? (this.others[-1 - number] as Address) : this.records.accounts.get(number);
  }

  override feesAt(index: number): FeeTerms {
    const number = this.carriedAt(index);
    return number < 0 ? (this.others[-1 - number] as FeeTerms) : this.records.fees.get(number);
  }

  override get digest(): Digest {
    const { memory, digestBlock } = this;
    return { high: memory.word(digestBlock + HIGH) >>> 0, low: memory.word(digestBlock + LOW) >>> 0 };
  }

  override set digest({ high, low }: Digest) {
    this.memory.setWord(this.digestBlock + LOW, low);
    this.memory.setWord(this.digestBlock + HIGH, high);
  }

  override digestStep(sequence: number): void {
    this.memory.module.digestTape(sequence);
  }

  override get words(): Int32Array {
    return this.memory.words;
  }

  override get start(): number {
    return this.memory.word(this.block) >>> 2;
  }

  protected override makeRoom(units: number): void {
    this.memory.module.makeRoom(units);
  }

  private carriedAt(index: number): number {
    const { memory, block } = this;
    return memory.word(memory.word(block + CARRIED) + 4 * index);
  }
}
