import type { LiveMarkets } from '@exchange/edge/live-market';
import type { Connection } from '../connection/connection';
import { MarketChannel } from './market-channel';

/** The subscribers of all markets. */
export class MarketChannels {
  private readonly channels = new Map<string, MarketChannel>();

  constructor(private readonly markets: LiveMarkets) {
    markets.listen({
      changed: (change) => this.channels.get(change.market)?.changed(change),
      tickerChanged: (market, ticker) => this.channels.get(market)?.tickerChanged(ticker),
      barChanged: (market, precision, bar) => this.channels.get(market)?.barChanged(precision, bar),
    });
  }

  /** Undefined while the state of the market isn't known. */
  of(market: string): MarketChannel | undefined {
    const known = this.channels.get(market);
    if (known !== undefined) return known;
    const state = this.markets.market(market);
    if (state === undefined) return undefined;
    const channel = new MarketChannel(state);
    this.channels.set(market, channel);
    return channel;
  }

  /** Called every 20 s: tells books with a sequence that were quiet since the last time. */
  tellQuietBooks(): void {
    for (const channel of this.channels.values()) channel.tellQuietBooks();
  }

  /** The connection is gone. */
  drop(connection: Connection): void {
    for (const market of connection.markets) this.channels.get(market)?.leaveAll(connection);
    connection.markets.clear();
  }
}
