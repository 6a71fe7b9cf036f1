import type { Hash } from '@exchange/core/kernel';
import type {
  Command,
  CommandOf,
  EntryView,
  OrderTermsObject,
  OrderView,
  PublicTradeView,
  TraceView,
  UserFill,
  UserTradeView,
} from '@exchange/core/wire';
import type { Ask } from './ask';

/** What a page can be limited to: market, from and to (Unix time, inclusive), before (an id), limit (at most 50). */
export type PageOf<N extends Command['c']> = Omit<CommandOf<N>, 'c'>;

/** Past orders, trades and ledger entries, newest first: 20 unless `limit` says so, the next page `before` the last id. */
export class History {
  constructor(private readonly ask: Ask) {}

  /** The account's orders, open or not. */
  async orders(page: PageOf<'getHistoricalOrders'> = {}): Promise<readonly OrderView[]> {
    return (await this.ask({ c: 'getHistoricalOrders', ...page }, 'historicalOrders')).orders;
  }

  /** The account's own trades. */
  async userTrades(page: PageOf<'getUserTrades'> = {}): Promise<readonly UserTradeView[]> {
    return (await this.ask({ c: 'getUserTrades', ...page }, 'userTrades')).trades;
  }

  /** The account's own trades, with who was maker or taker and the tokens of the fees. */
  async userFills(page: PageOf<'getUserFills'> = {}): Promise<readonly UserFill[]> {
    return (await this.ask({ c: 'getUserFills', ...page }, 'userFills')).fills;
  }

  /** What an order was signed and placed with. */
  async orderTerms(order: { id: number } | { cid: number } | { hash: Hash }): Promise<OrderTermsObject> {
    return (await this.ask({ c: 'getOrderTerms', ...order }, 'orderTerms')).orderTerms;
  }

  /** Everybody's trades. */
  async trades(page: PageOf<'getHistoricalTrades'> = {}): Promise<readonly PublicTradeView[]> {
    return (await this.ask({ c: 'getHistoricalTrades', ...page }, 'historicalTrades')).trades;
  }

  async ledgerEntries(page: PageOf<'getHistoricalLedgerEntries'> = {}): Promise<readonly EntryView[]> {
    return (await this.ask({ c: 'getHistoricalLedgerEntries', ...page }, 'historicalLedgerEntries')).entries;
  }

  /** The way of an own order or trade to the chain: batch, transaction, block. */
  async trace(what: { orderId: number } | { tradeId: number }): Promise<TraceView> {
    return (await this.ask({ c: 'getTrace', ...what }, 'trace')).trace;
  }
}
