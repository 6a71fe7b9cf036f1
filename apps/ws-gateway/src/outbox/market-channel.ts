import type { BarView, PublicTradeView, TickerView } from '@exchange/core/message';
import {
  marketTradeArray,
  packet,
  packetText,
  type EventSubscription,
  tickerArray,
} from '@exchange/core/wire';
import type { LiveMarket, MarketChange } from '@exchange/edge/live-market';
import type { Connection } from '../connection/connection';
import { SharedPackets } from '../connection/packets';
import { BarChannels } from './bar-channels';
import { BookChannels, type BookJoin } from './book-channels';

/** The subscriptions that a market has. */
export type MarketSubscription = Extract<EventSubscription, { kind: (typeof KINDS)[number] }>;
const KINDS = ['trades', 'ticker', 'book', 'bars'] as const;

export const isMarketSubscription = (subscription: EventSubscription): subscription is MarketSubscription =>
  (KINDS as readonly string[]).includes(subscription.kind);

/** One market's subscribers. Each update is encoded once and its bytes go to all of them. */
export class MarketChannel {
  private readonly trades = new Set<Connection>();
  private readonly ticker = new Set<Connection>();
  private readonly books: BookChannels;
  private readonly bars: BarChannels;

  constructor(private readonly state: LiveMarket) {
    this.books = new BookChannels(state);
    this.bars = new BarChannels(state);
  }

  /** Whether somebody sees what only the market's log tells. */
  get needsLog(): boolean {
    return this.trades.size > 0 || !this.books.isEmpty;
  }

  /** Subscribes (again) and answers with the state now, flagged with the rid; with a book, after a SEQ. */
  join(connection: Connection, subscription: MarketSubscription, { rid, after }: BookJoin): void {
    const { market, trades, ticker } = this.state;
    switch (subscription.kind) {
      case 'trades':
        this.trades.add(connection);
        return connection.push(
          packetText(packet(market, 'tradeSnapshot', trades.map(marketTradeArray), rid)),
        );
      case 'ticker':
        this.ticker.add(connection);
        return connection.push(packetText(packet(market, 'ticker', tickerArray(ticker), rid)));
      case 'book':
        return this.books.join(connection, subscription, { rid, after });
      case 'bars':
        return this.bars.join(connection, subscription.precision, rid);
    }
  }

  leave(connection: Connection, subscription: MarketSubscription): void {
    switch (subscription.kind) {
      case 'trades':
        this.trades.delete(connection);
        return;
      case 'ticker':
        this.ticker.delete(connection);
        return;
      case 'book':
        this.books.leave(connection, subscription);
        return;
      case 'bars':
        this.bars.leave(connection, subscription.precision);
    }
  }

  leaveAll(connection: Connection): void {
    this.trades.delete(connection);
    this.ticker.delete(connection);
    this.books.leave(connection);
    this.bars.leaveAll(connection);
  }

  /** Tells the trades before the levels they changed. */
  changed({ levels, trades }: MarketChange): void {
    if (trades.length > 0)
      this.share(this.trades, () => trades.map((trade) => this.tradeText(trade)).join(','));
    if (levels.length > 0) this.books.apply(levels);
  }

  /** Called every 20 s. */
  tellQuietBooks(): void {
    this.books.tellQuiet();
  }

  tickerChanged(ticker: TickerView): void {
    this.share(this.ticker, () => packetText(packet(this.state.market, 'ticker', tickerArray(ticker))));
  }

  barChanged(precision: string, bar: BarView): void {
    this.bars.changed(precision, bar);
  }

  private tradeText(trade: PublicTradeView): string {
    return packetText(packet(this.state.market, 'trade', marketTradeArray(trade)));
  }

  private share(members: ReadonlySet<Connection>, text: () => string): void {
    if (members.size === 0) return;
    const packets = new SharedPackets(text());
    for (const member of members) member.queue.push(packets);
  }
}
