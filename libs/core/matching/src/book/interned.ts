import type { BookMemory } from './book-memory';

/** So many numbers are kept before those that nobody uses are looked for. */
const FIRST_CROWD = 64;
/** No value's. */
export const NO_NUMBER = -1;

/** The values that are looked for together, and what tells them apart. */
interface Kind<K, T> {
  /** A part of a value that tells most of them apart. */
  keyOf(value: T): K;
  isSame(a: T, b: T): boolean;
  /** Where the uses of all numbers up to this one are counted in the book's memory. */
  usesAt(number: number): number;
}

/**
 * Values that many orders have in common, each kept once under a small number. Uses are counted in the book's memory,
 * where its module counts them down; a value that has none is kept until there are as many again as in use.
 */
export class Interned<K, T> {
  private readonly numbers = new Map<K, number[]>();
  private readonly values: (T | undefined)[] = [];
  private readonly free: number[] = [];
  private uses = 0;
  private crowdedAt = FIRST_CROWD;
  /** Values that nobody uses should be forgotten. */
  isCrowded = false;

  constructor(
    private readonly memory: BookMemory,
    private readonly kind: Kind<K, T>,
  ) {}

  /** How many are kept. */
  get size(): number {
    return this.values.length - this.free.length;
  }

  /** The value's number; NO_NUMBER when it has none. */
  find(value: T): number {
    const numbers = this.numbers.get(this.kind.keyOf(value));
    if (numbers === undefined) return NO_NUMBER;
    for (const number of numbers) if (this.kind.isSame(this.get(number), value)) return number;
    return NO_NUMBER;
  }

  /** The value's number, used once more. */
  take(value: T): number {
    const found = this.find(value);
    if (found === NO_NUMBER) return this.make(value);
    this.count(found, 1);
    return found;
  }

  /** Ends one use of a number. */
  giveBack(number: number): void {
    this.count(number, -1);
  }

  get(number: number): T {
    return this.values[number] as T;
  }

  /** Forgets values that nobody uses. Not while somebody may still ask for them. */
  sweep(): void {
    this.values.forEach((value, number) => {
      if (value !== undefined && this.memory.word(this.at(number)) === 0) this.forget(value, number);
    });
    this.crowdedAt = Math.max(FIRST_CROWD, 2 * this.size);
    this.isCrowded = false;
  }

  private make(value: T): number {
    const key = this.kind.keyOf(value);
    const number = this.free.pop() ?? this.values.length;
    this.values[number] = value;
    this.isCrowded = this.size >= this.crowdedAt;
    this.uses = this.kind.usesAt(number);
    this.count(number, 1);
    const others = this.numbers.get(key);
    if (others === undefined) this.numbers.set(key, [number]);
    else others.push(number);
    return number;
  }

  private forget(value: T, number: number): void {
    const key = this.kind.keyOf(value);
    const others = (this.numbers.get(key) ?? []).filter((other) => other !== number);
    if (others.length === 0) this.numbers.delete(key);
    else this.numbers.set(key, others);
    this.values[number] = undefined;
    this.free.push(number);
  }

  private count(number: number, change: number): void {
    const at = this.at(number);
    this.memory.setWord(at, this.memory.word(at) + change);
  }

  private at(number: number): number {
    return this.uses + 4 * number;
  }
}
