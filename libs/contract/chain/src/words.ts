import { address, type Address, assert, hash, type Hash, present } from '@exchange/core/kernel';
import type { EventFragment, ParamType } from 'ethers';
import type { RawLog } from './contract-event';

/** Hex digits of the 32 bytes that every static value takes (Solidity, Contract ABI Specification). */
const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;

/** An unsigned integer as a word, without 0x. */
export function word(value: bigint | number): string {
  assert(value >= 0, 'words are of unsigned integers');
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

/** Where a member of an event stands: in the topics behind the first one, or in the data. */
interface Place {
  readonly indexed: boolean;
  readonly index: number;
}

/** An event whose members all have static types, so that each of them is one word of its logs. */
export class EventLayout {
  private readonly places = new Map<string, Place>();
  private readonly topics: number;
  private readonly dataLength: number;

  constructor(readonly event: EventFragment) {
    const counts = { topics: 0, words: 0 };
    for (const { name, type, indexed } of event.inputs as readonly ParamType[]) {
      assert(/^(address|bool|bytes32|uint\d+)$/.test(type), `${event.name}.${name} isn't one word: ${type}`);
      const index = indexed === true ? counts.topics++ : counts.words++;
      this.places.set(name, { indexed: indexed === true, index });
    }
    this.topics = counts.topics;
    this.dataLength = '0x'.length + counts.words * WORD_DIGITS;
  }

  /** The words of one of its logs; a log of another form is a defect. */
  read({ topics, data }: RawLog): LogWords {
    const fits = topics.length === this.topics + 1 && data.length === this.dataLength;
    assert(fits, `a log the contract can't write: ${this.event.name} with ${topics.length} topics`);
    return new LogWords(this.places, { topics, data });
  }
}

/** The members of a log by their names in the contract. */
export class LogWords {
  constructor(
    private readonly places: ReadonlyMap<string, Place>,
    private readonly log: RawLog,
  ) {}

  integer(name: string): bigint {
    return BigInt(`0x${this.word(name)}`);
  }

  /** Only of members of at most 40 bits. */
  small(name: string): number {
    const value = this.integer(name);
    assert(value < 1n << 40n, `${name} has more than 40 bits`);
    return Number(value);
  }

  address(name: string): Address {
    return address(`0x${this.word(name).slice(-ADDRESS_DIGITS)}`);
  }

  hash(name: string): Hash {
    return hash(`0x${this.word(name)}`);
  }

  isTrue(name: string): boolean {
    return this.integer(name) === 1n;
  }

  private word(name: string): string {
    const { indexed, index } = present(this.places.get(name), `member ${name}`);
    if (indexed) return present(this.log.topics[index + 1], `topic ${index + 1}`).slice(2);
    const start = '0x'.length + index * WORD_DIGITS;
    return this.log.data.slice(start, start + WORD_DIGITS);
  }
}
