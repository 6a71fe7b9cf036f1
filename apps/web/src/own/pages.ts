/** The most items of a page (docs/interface, history). */
export const PAGE_ITEMS = 50;

/** A history as far as it was read. */
export interface ReadHistory<T> {
  /** Newest first. */
  readonly items: readonly T[];
  readonly isComplete: boolean;
}

interface HistorySource<T> {
  /** The items before an id, newest first, at most PAGE_ITEMS. */
  page(before: number | undefined): Promise<readonly T[]>;
  id(item: T): number;
}

/** An account's history, read page by page as somebody scrolls; what is new is put before it. */
export class Pages<T> {
  #items: readonly T[] = [];
  #isComplete = false;
  #reading: Promise<void> | undefined;
  /** What came while a page was read, which may be older than it. */
  #meanwhile: T[] = [];

  /** `changed`: what was read is more than before. */
  constructor(
    private readonly source: HistorySource<T>,
    private readonly changed: (read: ReadHistory<T>) => void,
  ) {}

  /** Reads the next page; several calls at a time read one. Rejects with what the exchange says. */
  more(): Promise<void> {
    if (this.#isComplete) return Promise.resolve();
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      for (const item of this.#meanwhile.splice(0)) this.#put(item);
    });
    return this.#reading;
  }

  /** Whether anybody has looked at it. */
  get isBegun(): boolean {
    return this.#isComplete || this.#items.length > 0;
  }

  /** Everything to the first item. Rejects with what the exchange says; what was read until then stays. */
  async all(): Promise<readonly T[]> {
    while (!this.#isComplete) await this.more();
    return this.#items;
  }

  /** An item that is new, or another state of one that was read: it takes its place. */
  take(item: T): void {
    if (this.#reading === undefined) this.#put(item);
    else this.#meanwhile.push(item);
  }

  #put(item: T): void {
    const id = this.source.id(item);
    const at = this.#items.findIndex((other) => this.source.id(other) === id);
    if (at >= 0) this.#set(this.#items.with(at, item));
    else if (this.#isNewest(id)) this.#set([item, ...this.#items]);
  }

  #isNewest(id: number): boolean {
    const [newest] = this.#items;
    return newest === undefined ? this.#isComplete : id > this.source.id(newest);
  }

  async #read(): Promise<void> {
    const last = this.#items.at(-1);
    const page = await this.source.page(last === undefined ? undefined : this.source.id(last));
    const known = new Set(this.#items.map((item) => this.source.id(item)));
    this.#isComplete = page.length < PAGE_ITEMS;
    this.#set([...this.#items, ...page.filter((item) => !known.has(this.source.id(item)))]);
  }

  #set(items: readonly T[]): void {
    this.#items = items;
    this.changed({ items, isComplete: this.#isComplete });
  }
}
