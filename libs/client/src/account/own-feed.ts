import type { Address } from '@exchange/core/kernel';
import type { EntryView, OrderView, ServerPacket, UserTradeView } from '@exchange/core/wire';
import type { Ask } from '../ask';
import { ExchangeError } from '../exchange-error';
import { Once, PAGE_SIZE } from './once';
import { OwnOrders } from './own-orders';

/** What the account is told, each once and in order. */
export interface AccountListener {
  order(order: OrderView): void;
  fill(fill: UserTradeView): void;
  entry(entry: EntryView): void;
}

/** Orders, fills and ledger entries of the account, over lost connections and logins elsewhere. */
export class OwnFeed {
  readonly #orders: OwnOrders;
  readonly #fills: Once<UserTradeView>;
  readonly #entries: Once<EntryView>;
  readonly #ask: Ask;
  #account: Address | undefined;
  #pending: readonly EntryView[] = [];
  /** Counts the connections and accounts that are over. */
  #over = 0;

  constructor(asking: Ask, listener: AccountListener) {
    // What an answer says belongs to the connection and the account of its question.
    const ask: Ask = async (command, event) => {
      const over = this.#over;
      const answer = await asking(command, event);
      if (over !== this.#over)
        throw new ExchangeError('CONNECTION_LOST', 'the line was lost, or the account is another one');
      return answer;
    };
    this.#ask = ask;
    this.#orders = new OwnOrders(
      (id) => orderOrNone(ask, id),
      (order) => listener.order(order),
    );
    this.#fills = new Once<UserTradeView>(
      {
        // Both orders of a trade may be the account's own.
        key: ({ id, orderId }) => `${id}:${orderId}`,
        time: ({ timestamp }) => timestamp,
        id: ({ id }) => id,
        version: () => 0,
        state: () => '',
        isOpen: () => false,
        page: async (before) =>
          (await ask({ c: 'getUserTrades', ...pageBefore(before) }, 'userTrades')).trades,
      },
      (fill) => listener.fill(fill),
    );
    this.#entries = new Once<EntryView>(
      {
        key: ({ id }) => String(id),
        time: ({ timestamp }) => timestamp,
        id: ({ id }) => id,
        version: ({ lastUpdated }) => lastUpdated,
        state: (entry) => JSON.stringify(entry),
        isOpen: ({ canceled, applied }) => !canceled && applied.some((marks) => marks.includes(0)),
        page: async (before) =>
          (await ask({ c: 'getHistoricalLedgerEntries', ...pageBefore(before) }, 'historicalLedgerEntries'))
            .entries,
      },
      (entry) => listener.entry(entry),
    );
  }

  take(packet: ServerPacket): void {
    switch (packet.event) {
      case 'orderStatus':
        return this.#orders.take(packet.order);
      case 'activeOrderSnapshot':
        return this.#orders.takeSnapshot(packet.orders);
      case 'userTrade':
        return this.#fills.take(packet.trade);
      case 'ledgerEntryStatus':
        return this.#entries.take(packet.entry);
      case 'pendingLedgerEntrySnapshot':
        this.#pending = packet.entries;
        return;
      default:
        return;
    }
  }

  lost(): void {
    this.#over += 1;
    for (const part of [this.#orders, this.#fills, this.#entries]) part.lost();
  }

  /** Whose they are from now on, and the exchange's time, Unix ms: of another account nothing is known. */
  follow(account: Address | undefined, now: number): void {
    if (account === this.#account) return;
    this.#account = account;
    this.#over += 1;
    this.#orders.forget();
    for (const part of [this.#fills, this.#entries]) part.forget(now);
  }

  /** After a login: what was missed is told, and what comes then. Rejects when the connection is lost meanwhile. */
  async catchUp(): Promise<void> {
    await this.#ask({ c: 'getActiveOrderSnapshot' }, 'activeOrderSnapshot');
    await Promise.all([this.#orders.catchUp(), this.#fills.catchUp(), this.#entries.catchUp(this.#pending)]);
  }
}

const pageBefore = (before: number | undefined) => ({
  limit: PAGE_SIZE,
  ...(before === undefined ? {} : { before }),
});

async function orderOrNone(ask: Ask, id: number): Promise<OrderView | undefined> {
  try {
    return (await ask({ c: 'getOrder', id }, 'orderStatus')).order;
  } catch (error) {
    if (error instanceof ExchangeError && error.code === 'UNKNOWN_ORDER') return undefined;
    throw error;
  }
}
