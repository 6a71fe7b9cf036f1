import type { OrderView } from '@exchange/core/wire';

/** So many ended orders are remembered, so that none is told of twice. */
const ENDED_MAX = 20_000;
/** In place of what was told of an order. */
const UNTOLD = '';

/**
 * Tells every change of the account's orders once: as it comes, and after a lost connection what the open ones are now
 * and how the others ended.
 */
export class OwnOrders {
  /** What was told last of each order that is open, as far as this knows. */
  readonly #open = new Map<number, string>();
  readonly #ended = new Set<number>();
  #isWaiting = true;
  #waiting: OrderView[] = [];
  #shown: readonly OrderView[] = [];

  /**
   * @param ask gives an order as it is now; undefined for one so old that the exchange doesn't show it any more. Rejects when
   * the line is lost meanwhile
   */
  constructor(
    private readonly ask: (id: number) => Promise<OrderView | undefined>,
    private readonly tell: (order: OrderView) => void,
  ) {}

  take(order: OrderView): void {
    if (this.#isWaiting) this.#waiting.push(order);
    else this.#tellOnce(order);
  }

  /** All open orders: nothing in it is older than what came before it (docs/interface, getActiveOrderSnapshot). */
  takeSnapshot(orders: readonly OrderView[]): void {
    if (!this.#isWaiting) return;
    const ids = new Set(orders.map(({ id }) => id));
    this.#waiting = this.#waiting.filter(({ id }) => !ids.has(id));
    this.#shown = orders;
  }

  /** The connection is lost: what came on it and wasn't told yet is found out on the next one. */
  lost(): void {
    this.#isWaiting = true;
    for (const { id } of [...this.#shown, ...this.#waiting.splice(0)])
      if (!this.#ended.has(id) && !this.#open.has(id)) this.#open.set(id, UNTOLD);
    this.#shown = [];
  }

  /** Another account, of which nothing is known. */
  forget(): void {
    this.lost();
    this.#open.clear();
    this.#ended.clear();
  }

  /** After the snapshot of a new connection: tells what changed meanwhile, then what has come since. */
  async catchUp(): Promise<void> {
    const heard = new Set([...this.#shown, ...this.#waiting].map(({ id }) => id));
    const gone = [...this.#open.keys()].filter((id) => !heard.has(id));
    // Without a question there is no moment in which the line could be lost.
    const found = gone.length === 0 ? [] : await Promise.all(gone.map((id) => this.ask(id)));
    for (const [index, id] of gone.entries()) if (found[index] === undefined) this.#open.delete(id);
    const missed = [...this.#shown, ...found.filter((order) => order !== undefined)].sort(
      (a, b) => a.lastActive - b.lastActive || a.id - b.id,
    );
    this.#isWaiting = false;
    for (const order of missed) this.#tellOnce(order);
    for (const order of this.#waiting.splice(0)) this.#tellOnce(order);
  }

  #tellOnce(order: OrderView): void {
    const { id, active } = order;
    const text = JSON.stringify(order);
    if (this.#ended.has(id) || this.#open.get(id) === text) return;
    if (active) {
      this.#open.set(id, text);
    } else {
      this.#open.delete(id);
      this.#ended.add(id);
      const [oldest] = this.#ended;
      if (this.#ended.size > ENDED_MAX && oldest !== undefined) this.#ended.delete(oldest);
    }
    this.tell(order);
  }
}
