interface Entry<T> {
  readonly key: string;
  readonly value: T;
  uses: number;
}

/** Values that many orders have in common, each kept once and as long as an order has it, under a small number. */
export class Interned<T> {
  private readonly numbers = new Map<string, number>();
  private readonly entries: (Entry<T> | undefined)[] = [];
  private readonly free: number[] = [];

  constructor(private readonly keyOf: (value: T) => string) {}

  /** The value's number, used once more. */
  take(value: T): number {
    const key = this.keyOf(value);
    const known = this.numbers.get(key);
    if (known !== undefined) {
      this.entry(known).uses += 1;
      return known;
    }
    const number = this.free.pop() ?? this.entries.length;
    this.entries[number] = { key, value, uses: 1 };
    this.numbers.set(key, number);
    return number;
  }

  /** Ends one use of a number. */
  giveBack(number: number): void {
    const entry = this.entry(number);
    entry.uses -= 1;
    if (entry.uses > 0) return;
    this.numbers.delete(entry.key);
    this.entries[number] = undefined;
    this.free.push(number);
  }

  get(number: number): T {
    return this.entry(number).value;
  }

  private entry(number: number): Entry<T> {
    return this.entries[number] as Entry<T>;
  }
}
