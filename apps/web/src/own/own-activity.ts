import { type ExchangeClient, ExchangeError } from '@exchange/client';
import type { EntryView, FeeTier, OrderView, UserFill } from '@exchange/core/wire';
import { Cell } from '../exchange/cell';
import { atMostEvery } from '../exchange/pace';
import { PAGE_ITEMS, Pages, type ReadHistory } from './pages';

/** A history, and how to read on in it. */
export interface OwnHistory<T> {
  readonly read: Cell<ReadHistory<T>>;
  readonly pages: Pages<T>;
}

type ActivityClient = Pick<ExchangeClient, 'on' | 'history' | 'account' | 'feeTier'>;

/** Several fills of one order come together: they are looked at once. */
const FILLS_MS = 300;
/** Trades add to the volume, of which the exchange tells only when the fees change. */
const TIER_MS = 30_000;

/** What the account that is logged in does: its open orders, its fee tier and its histories. */
export class OwnActivity {
  /** By id, newest first; undefined until the exchange has told. */
  readonly open = new Cell<readonly OrderView[] | undefined>(undefined);
  readonly feeTier = new Cell<FeeTier | undefined>(undefined);
  /** Of the account now; other ones after another login. */
  readonly histories: Cell<Histories>;
  readonly #newFills: ReturnType<typeof atMostEvery>;

  constructor(client: ActivityClient, tierMs = TIER_MS) {
    let account: string | undefined = client.account;
    this.histories = new Cell(new Histories(client));
    this.#newFills = atMostEvery(FILLS_MS, () => void this.histories.get().newFills());
    // What belongs to the login follows on its packet.
    client.on('auth', ({ auth }) => {
      const now = auth.status === 'authenticated' ? auth.address : undefined;
      if (now === account) return;
      account = now;
      this.open.set(undefined);
      this.feeTier.set(undefined);
      this.histories.set(new Histories(client));
    });
    client.on('activeOrderSnapshot', ({ orders }) => this.open.set(byNewest(orders)));
    client.on('order', (order) => {
      const others = (this.open.get() ?? []).filter(({ id }) => id !== order.id);
      this.open.set(order.active ? byNewest([order, ...others]) : others);
      this.histories.get().orders.pages.take(order);
    });
    client.on('entry', (entry) => this.histories.get().entries.pages.take(entry));
    // After a lost line some may have been missed.
    for (const event of ['fill', 'caughtUp'] as const) client.on(event, () => this.#newFills.ask());
    client.on('feeTier', ({ feeTier }) => this.feeTier.set(feeTier));
    const volume = atMostEvery(tierMs, () => void client.feeTier().catch(unlessAway));
    client.on('fill', () => volume.ask());
  }
}

/** Codes of an exchange, or a part of it, that is away: it is asked again with the next trade. */
const AWAY: ReadonlySet<string> = new Set(['CONNECTION_LOST', 'UNAVAILABLE', 'TIMEOUT']);

/** Says in the console that own trades, or what follows from them, could not be read, unless the exchange was away. */
export function unlessAway(error: unknown): void {
  const isAway = error instanceof ExchangeError && AWAY.has(error.code);
  if (!isAway) console.error('what new fills change could not be read', error);
}

const byNewest = (orders: readonly OrderView[]): readonly OrderView[] =>
  [...orders].sort((a, b) => b.id - a.id);

/** The pages of one account. */
export class Histories {
  readonly orders: OwnHistory<OrderView>;
  readonly fills: OwnHistory<UserFill>;
  readonly entries: OwnHistory<EntryView>;

  constructor(private readonly client: Pick<ActivityClient, 'history'>) {
    const { history } = client;
    this.orders = historyOf(
      (page) => history.orders(page),
      ({ id }) => id,
    );
    this.fills = historyOf(
      (page) => history.userFills(page),
      ({ id }) => id,
    );
    this.entries = historyOf(
      (page) => history.ledgerEntries(page),
      ({ id }) => id,
    );
  }

  /** Takes fills that are newer than those that were read; what fails is read with the next ones. */
  async newFills(): Promise<void> {
    if (!this.fills.pages.isBegun) return;
    try {
      const fills = await this.client.history.userFills({ limit: PAGE_ITEMS });
      for (const fill of [...fills].reverse()) this.fills.pages.take(fill);
    } catch (error) {
      unlessAway(error);
    }
  }
}

function historyOf<T>(
  ask: (page: { limit: number; before?: number }) => Promise<readonly T[]>,
  id: (item: T) => number,
): OwnHistory<T> {
  const read = new Cell<ReadHistory<T>>({ items: [], isComplete: false });
  const page = (before: number | undefined) =>
    ask({ limit: PAGE_ITEMS, ...(before === undefined ? {} : { before }) });
  return { read, pages: new Pages({ page, id }, (all) => read.set(all)) };
}
