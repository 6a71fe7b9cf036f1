/** No member. */
export const NONE = -1;

const int = (cells: Int32Array, index: number): number => cells[index] as number;

/* Bound once: asking for a global each time is slow where tests run. */
const { clz32 } = Math;

const lowestOf = (word: number): number => 31 - clz32(word & -word);
const highestOf = (word: number): number => 31 - clz32(word);
/** The bits of a word above a bit. */
const bitsAbove = (bit: number): number => (bit === 31 ? 0 : -1 << (bit + 1));
const bitsBelow = (bit: number): number => (1 << bit) - 1;

/** A set of small integers, 32 to a word, with a bit above for each word that is not empty: finds neighbours in a few steps. */
export class BitSet {
  private readonly words: Int32Array;
  private readonly summary: Int32Array;

  constructor(capacity: number) {
    const words = Math.ceil(capacity / 32);
    this.words = new Int32Array(words);
    this.summary = new Int32Array(Math.ceil(words / 32));
  }

  add(value: number): void {
    const word = value >>> 5;
    this.words[word] = int(this.words, word) | (1 << (value & 31));
    const top = word >>> 5;
    this.summary[top] = int(this.summary, top) | (1 << (word & 31));
  }

  delete(value: number): void {
    const word = value >>> 5;
    const left = int(this.words, word) & ~(1 << (value & 31));
    this.words[word] = left;
    if (left !== 0) return;
    const top = word >>> 5;
    this.summary[top] = int(this.summary, top) & ~(1 << (word & 31));
  }

  /** NONE when the set is empty. */
  lowest(): number {
    return this.lowestFromTop(0);
  }

  highest(): number {
    return this.highestFromTop(this.summary.length - 1);
  }

  /** The least member above a value; NONE when there is none. */
  above(value: number): number {
    const word = value >>> 5;
    const rest = int(this.words, word) & bitsAbove(value & 31);
    if (rest !== 0) return (word << 5) | lowestOf(rest);
    const top = word >>> 5;
    const later = int(this.summary, top) & bitsAbove(word & 31);
    return later === 0 ? this.lowestFromTop(top + 1) : this.lowestIn((top << 5) | lowestOf(later));
  }

  /** The greatest member below a value; NONE when there is none. */
  below(value: number): number {
    const word = value >>> 5;
    const rest = int(this.words, word) & bitsBelow(value & 31);
    if (rest !== 0) return (word << 5) | highestOf(rest);
    const top = word >>> 5;
    const earlier = int(this.summary, top) & bitsBelow(word & 31);
    return earlier === 0 ? this.highestFromTop(top - 1) : this.highestIn((top << 5) | highestOf(earlier));
  }

  private lowestFromTop(from: number): number {
    for (let top = from; top < this.summary.length; top += 1) {
      const bits = int(this.summary, top);
      if (bits !== 0) return this.lowestIn((top << 5) | lowestOf(bits));
    }
    return NONE;
  }

  private highestFromTop(from: number): number {
    for (let top = from; top >= 0; top -= 1) {
      const bits = int(this.summary, top);
      if (bits !== 0) return this.highestIn((top << 5) | highestOf(bits));
    }
    return NONE;
  }

  private lowestIn(word: number): number {
    return (word << 5) | lowestOf(int(this.words, word));
  }

  private highestIn(word: number): number {
    return (word << 5) | highestOf(int(this.words, word));
  }
}
