/** Values that many orders have in common, each kept once and as long as an order has it, under a small number. */
export class Interned<K, T> {
  /** By a part of it that tells most of them apart. */
  private readonly numbers = new Map<K, number[]>();
  private readonly values: (T | undefined)[] = [];
  private readonly uses: number[] = [];
  private readonly free: number[] = [];

  constructor(
    private readonly keyOf: (value: T) => K,
    private readonly isSame: (a: T, b: T) => boolean,
  ) {}

  /** The value's number, used once more. */
  take(value: T): number {
    const key = this.keyOf(value);
    const numbers = this.numbers.get(key);
    if (numbers === undefined) {
      const number = this.make(value);
      this.numbers.set(key, [number]);
      return number;
    }
    for (const number of numbers) {
      if (!this.isSame(this.get(number), value)) continue;
      this.uses[number] = this.used(number) + 1;
      return number;
    }
    const number = this.make(value);
    numbers.push(number);
    return number;
  }

  /** Ends one use of a number. */
  giveBack(number: number): void {
    const uses = this.used(number) - 1;
    this.uses[number] = uses;
    if (uses > 0) return;
    const key = this.keyOf(this.get(number));
    const others = (this.numbers.get(key) ?? []).filter((other) => other !== number);
    if (others.length === 0) this.numbers.delete(key);
    else this.numbers.set(key, others);
    this.values[number] = undefined;
    this.free.push(number);
  }

  get(number: number): T {
    return this.values[number] as T;
  }

  private used(number: number): number {
    return this.uses[number] as number;
  }

  private make(value: T): number {
    const number = this.free.pop() ?? this.values.length;
    this.values[number] = value;
    this.uses[number] = 1;
    return number;
  }
}
