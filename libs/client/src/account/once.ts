/** Where items of an account's history are found, and what they are. */
export interface HistoryOf<T> {
  /** What makes two items the same one. */
  key(item: T): string;
  /** Unix ms; the history is in the order of time, then id. */
  time(item: T): number;
  id(item: T): number;
  /** Which state of it this is: of two the higher one is newer. */
  version(item: T): number;
  /** What else differs between its states. */
  state(item: T): string;
  /** Whether it may still change. */
  isOpen(item: T): boolean;
  /** Newest first, at most PAGE_SIZE, those before an id. Rejects when the line is lost meanwhile. */
  page(before: number | undefined): Promise<readonly T[]>;
}

interface Known {
  readonly time: number;
  readonly version: number;
  readonly state: string;
}

/** The most that a page has (docs/interface, history). */
export const PAGE_SIZE = 50;
/** So many items are remembered; what is older than all of them has been told. */
const KNOWN_MAX = 20_000;

/**
 * Tells every item of a history, and each of its states, once and in order: as it comes, and after a lost connection
 * what was missed before what comes then. The history is read back until a whole page of it is known, and everything
 * that was open is found.
 */
export class Once<T> {
  readonly #known = new Map<string, Known>();
  readonly #open = new Set<string>();
  /** All up to this time that isn't among the known was told, or was before the first login. */
  #floor = Number.NEGATIVE_INFINITY;
  #isWaiting = true;
  #isFirst = true;
  /** What is of after this is told with the first reading of the history: before it a line was lost. */
  #toldAfter = Number.POSITIVE_INFINITY;
  #loginAt = Number.POSITIVE_INFINITY;
  #waiting: T[] = [];

  constructor(
    private readonly history: HistoryOf<T>,
    private readonly tell: (item: T) => void,
  ) {}

  take(item: T): void {
    if (this.#isWaiting) this.#waiting.push(item);
    else this.#tellOnce(item);
  }

  /** The connection is lost: what comes on the next one waits for what was missed. */
  lost(): void {
    this.#isWaiting = true;
    if (this.#isFirst) this.#toldAfter = this.#loginAt;
    // The history brings it again.
    else this.#waiting = [];
  }

  /** Another account, of which nothing is known; it logged in at `now`, Unix ms. */
  forget(now: number): void {
    this.#known.clear();
    this.#open.clear();
    this.#floor = Number.NEGATIVE_INFINITY;
    this.#isWaiting = true;
    this.#isFirst = true;
    this.#loginAt = now;
    this.#toldAfter = Number.POSITIVE_INFINITY;
    this.#waiting = [];
  }

  /**
   * Tells what was missed, then what has come meanwhile. Of what was before the first login nothing is told. `stillOpen`:
   * what the exchange has shown of open items, if it does.
   */
  async catchUp(stillOpen: readonly T[] = []): Promise<void> {
    const missed = this.#isFirst ? await this.#readFirst(stillOpen) : await this.#readMissed(stillOpen);
    this.#isFirst = false;
    this.#isWaiting = false;
    for (const item of missed.sort((a, b) => this.#order(a, b))) this.#tellOnce(item);
    for (const item of this.#waiting.splice(0)) this.#tellOnce(item);
  }

  /** What came since the login is told, though the history has it already. */
  async #readFirst(stillOpen: readonly T[]): Promise<T[]> {
    const missed: T[] = [];
    const isMissed = (item: T) => this.history.time(item) > this.#toldAfter;
    let found = stillOpen;
    let before: number | undefined;
    for (;;) {
      const page = await this.history.page(before);
      const live = new Set(this.#waiting.map((item) => this.history.key(item)));
      for (const item of [...page, ...found]) {
        if (live.has(this.history.key(item))) continue;
        if (isMissed(item)) missed.push(item);
        else this.#remember(item);
      }
      const oldest = page.at(-1);
      if (oldest === undefined || page.length < PAGE_SIZE) return missed;
      if (!isMissed(oldest)) {
        this.#floor = this.history.time(oldest);
        return missed;
      }
      [found, before] = [[], this.history.id(oldest)];
    }
  }

  async #readMissed(stillOpen: readonly T[]): Promise<T[]> {
    const missed = stillOpen.filter((item) => !this.#isKnown(item));
    const unseen = new Set(this.#open);
    for (const item of stillOpen) unseen.delete(this.history.key(item));
    let before: number | undefined;
    for (;;) {
      const page = await this.history.page(before);
      const unknown = page.filter((item) => !this.#isKnown(item));
      missed.push(...unknown);
      for (const item of page) unseen.delete(this.history.key(item));
      const last = page.at(-1);
      const isCaughtUp = unknown.length === 0 && unseen.size === 0;
      if (last === undefined || page.length < PAGE_SIZE || isCaughtUp) return missed;
      before = this.history.id(last);
    }
  }

  /** Whether this state, or a newer one, was told. */
  #isKnown(item: T): boolean {
    const { history } = this;
    const known = this.#known.get(history.key(item));
    if (known === undefined) return history.time(item) <= this.#floor;
    const version = history.version(item);
    return version < known.version || (version === known.version && history.state(item) === known.state);
  }

  #tellOnce(item: T): void {
    if (this.#known.has(this.history.key(item)) && this.#isKnown(item)) return;
    this.#remember(item);
    this.tell(item);
  }

  #remember(item: T): void {
    const { history } = this;
    const key = history.key(item);
    if (history.isOpen(item)) this.#open.add(key);
    else this.#open.delete(key);
    // Behind the others, so that the first is the one of which nothing was heard for longest.
    this.#known.delete(key);
    const [time, version, state] = [history.time(item), history.version(item), history.state(item)];
    this.#known.set(key, { time, version, state });
    if (this.#known.size <= KNOWN_MAX) return;
    for (const [oldest, { time: at }] of this.#known) {
      if (this.#open.has(oldest)) continue;
      this.#known.delete(oldest);
      this.#floor = Math.max(this.#floor, at);
      return;
    }
  }

  #order(a: T, b: T): number {
    const { history } = this;
    return (
      history.time(a) - history.time(b) ||
      history.id(a) - history.id(b) ||
      history.version(a) - history.version(b)
    );
  }
}
