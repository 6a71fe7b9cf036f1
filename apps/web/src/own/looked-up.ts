import { Cell } from '../exchange/cell';

/** Beyond so many the oldest are forgotten. */
const KNOWN_MAX = 2_000;

/** What the exchange says of single orders or trades when somebody looks at them: each is asked for once, and again when it may have changed. */
export class LookedUp<T> {
  readonly known = new Cell<ReadonlyMap<number, T>>(new Map());
  readonly #asked = new Set<number>();

  /** `isLasting`: nothing will change of it. */
  constructor(
    private readonly ask: (id: number) => Promise<T>,
    private readonly isLasting: (value: T) => boolean,
  ) {}

  /** Asks unless it is known for good. What fails is asked when somebody looks again. */
  look(id: number): void {
    const known = this.known.get().get(id);
    if (this.#asked.has(id) || (known !== undefined && this.isLasting(known))) return;
    this.#asked.add(id);
    this.ask(id)
      .then((value) => this.#put(id, value))
      .catch((error: unknown) => console.error(`what was looked up of ${id} did not come`, error))
      .finally(() => this.#asked.delete(id));
  }

  /** Asks again, whatever is known. */
  renew(id: number): void {
    const others = new Map(this.known.get());
    others.delete(id);
    this.known.set(others);
    this.look(id);
  }

  #put(id: number, value: T): void {
    const next = new Map(this.known.get());
    next.delete(id);
    next.set(id, value);
    const [oldest] = next.keys();
    if (next.size > KNOWN_MAX && oldest !== undefined) next.delete(oldest);
    this.known.set(next);
  }
}
