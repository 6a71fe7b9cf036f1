import { present } from '@exchange/core/kernel';
import type { TickerView } from '@exchange/core/message';
import { EXCHANGE_MARKET, listedObject, marketTickerArray, packet, packetText } from '@exchange/core/wire';
import type { ListingIndex, LiveMarkets } from '@exchange/edge/live-market';
import type { Connection } from '../connection/connection';
import { SharedPackets } from '../connection/packets';

/** What can be followed of all markets together. */
export type ExchangeEvent = 'listings' | 'tickers';

/** The subscribers of the listing, and of the tickers of all markets. */
export class ExchangeChannel {
  private readonly members: Readonly<Record<ExchangeEvent, Set<Connection>>> = {
    listings: new Set(),
    tickers: new Set(),
  };
  /** The listing as it was told last: not all that is new in one can be seen. */
  private told = '';

  constructor(private readonly markets: LiveMarkets) {
    markets.listen({
      listed: (index) => this.listed(index),
      tickerChanged: (market, ticker) => this.tickerChanged(market, ticker),
    });
  }

  /** Subscribes (again) and answers with the state now; a listing must be known. */
  join(connection: Connection, event: ExchangeEvent, rid: number | undefined): void {
    const index = present(this.markets.listing(), 'listing');
    this.members[event].add(connection);
    connection.push(event === 'listings' ? listingText(index, rid) : this.tickersText(index, rid));
  }

  leave(connection: Connection, event: ExchangeEvent): void {
    this.members[event].delete(connection);
  }

  /** The connection is gone. */
  drop(connection: Connection): void {
    for (const members of Object.values(this.members)) members.delete(connection);
  }

  private listed(index: ListingIndex): void {
    const text = listingText(index);
    if (text === this.told) return;
    this.told = text;
    this.share('listings', () => text);
  }

  private tickerChanged(market: string, ticker: TickerView): void {
    if (this.members.tickers.size === 0) return;
    // A market that is no longer shown has no ticker either.
    const isShown = this.markets.listing()?.shown.markets.some((shown) => shown.market === market);
    if (isShown) this.share('tickers', () => tickersText([{ market, ...ticker }]));
  }

  private tickersText(index: ListingIndex, rid: number | undefined): string {
    const known = index.shown.markets.flatMap(({ market }) => {
      const state = this.markets.market(market);
      return state === undefined ? [] : [{ market, ...state.ticker }];
    });
    return tickersText(known, rid);
  }

  private share(event: ExchangeEvent, text: () => string): void {
    const members = this.members[event];
    if (members.size === 0) return;
    const packets = new SharedPackets(text());
    for (const member of members) member.queue.push(packets);
  }
}

const listingText = ({ shown }: ListingIndex, rid?: number): string =>
  packetText(packet(EXCHANGE_MARKET, 'listings', listedObject(shown), rid));

const tickersText = (tickers: readonly (TickerView & { market: string })[], rid?: number): string =>
  packetText(packet(EXCHANGE_MARKET, 'tickers', tickers.map(marketTickerArray), rid));
