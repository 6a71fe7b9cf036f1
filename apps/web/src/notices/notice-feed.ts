import type { ExchangeClient } from '@exchange/client';
import type { EntryView, Listed, ListedMarket, OrderView } from '@exchange/core/wire';
import { Cell } from '../exchange/cell';
import {
  bookNotice,
  entryNotice,
  fillNotice,
  lineNotice,
  loginNotice,
  operatorNotice,
  orderNotice,
  statusNotices,
  type ToldNotice,
} from './told';

export interface ShownNotice extends ToldNotice {
  readonly id: number;
}

interface FeedDeps {
  readonly client: Pick<ExchangeClient, 'on'>;
  readonly listing: Cell<Listed<ListedMarket>>;
  /** Calls back once after so many ms. */
  readonly later: (call: () => void, ms: number) => void;
}

/** So many are shown at a time; the others made place. */
const SHOWN_MAX = 4;
/** How long one stays that asks for nothing, and one that does, ms. */
const STAYS_MS = { good: 8_000, plain: 8_000, bad: 20_000 } as const;
const KNOWN_MAX = 5_000;

/** What happens to the account and the line, in words, for some seconds each. */
export class NoticeFeed {
  readonly shown = new Cell<readonly ShownNotice[]>([]);
  #nextId = 1;
  readonly #orders = new Map<number, OrderView>();
  readonly #entries = new Map<number, EntryView>();

  constructor(private readonly deps: FeedDeps) {
    const { client, listing } = deps;
    let listed = listing.get();
    let isUp = true;
    client.on('activeOrderSnapshot', ({ orders }) => {
      for (const order of orders) remember(this.#orders, order);
    });
    client.on('order', (order) => this.tell(orderNotice(order, remember(this.#orders, order), listed)));
    client.on('fill', (fill) => this.tell(fillNotice(fill, listed)));
    client.on('pendingLedgerEntrySnapshot', ({ entries }) => {
      for (const entry of entries) remember(this.#entries, entry);
    });
    client.on('entry', (entry) => this.tell(entryNotice(entry, remember(this.#entries, entry), listed)));
    listing.subscribe(() => {
      const now = listing.get();
      for (const notice of statusNotices(listed, now)) this.tell(notice);
      listed = now;
    });
    client.on('state', ({ kind }) => {
      this.tell(lineNotice(kind, isUp));
      if (kind === 'closed') isUp = false;
      if (kind === 'ready') isUp = true;
    });
    let loggedIn: string | undefined;
    client.on('login', (state) => {
      this.tell(loginNotice(state, loggedIn));
      loggedIn = state.kind === 'loggedIn' ? state.account : undefined;
    });
    client.on('bookFault', ({ market }) => this.tell(bookNotice(market)));
    // With a rid it answers something that was asked.
    client.on('message', ({ rid, text }) => {
      if (rid === undefined) this.tell(operatorNotice(text));
    });
  }

  /** Shows a notice for some seconds; the same words as one that is shown begin anew. */
  tell(notice: ToldNotice | undefined): void {
    if (notice === undefined) return;
    const id = this.#nextId;
    this.#nextId += 1;
    const others = this.shown.get().filter(({ words }) => words !== notice.words);
    this.shown.set([...others, { ...notice, id }].slice(-SHOWN_MAX));
    this.deps.later(() => this.dismiss(id), STAYS_MS[notice.tone]);
  }

  dismiss(id: number): void {
    const left = this.shown.get().filter((notice) => notice.id !== id);
    if (left.length < this.shown.get().length) this.shown.set(left);
  }
}

/** Keeps what is known of something now, and gives what was. */
function remember<T extends { readonly id: number }>(known: Map<number, T>, item: T): T | undefined {
  const before = known.get(item.id);
  known.delete(item.id);
  known.set(item.id, item);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return before;
}
