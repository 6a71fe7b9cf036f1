import type { LiveMarkets } from '@exchange/edge/live-market';
import type { Connection } from '../connection/connection';
import { MarketChannel } from './market-channel';

/** A market whose log nobody needed at so many looks in a row is let go. */
const LOOKS_MAX = 3;

/** The subscribers of all markets. */
export class MarketChannels {
  private readonly channels = new Map<string, MarketChannel>();

  /** How often the log of a market was not needed. */
  private readonly unneeded = new Map<string, number>();

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

  /** Whether book and trades of a market can be told now; else `follow` it first. */
  isFollowed(market: string): boolean {
    const isFollowed = this.markets.isFollowed(market);
    if (isFollowed) this.unneeded.set(market, 0);
    return isFollowed;
  }

  /** Follows a market because somebody asked; resolves when its book and trades can be told. */
  async follow(market: string): Promise<void> {
    await this.markets.follow(market);
    this.unneeded.set(market, 0);
  }

  /** Called every 20 s: lets go of markets that nobody has asked for since a minute. */
  letGoUnneeded(): void {
    for (const [market, looks] of this.unneeded) {
      if (this.channels.get(market)?.needsLog === true) this.unneeded.set(market, 0);
      else if (looks < LOOKS_MAX) this.unneeded.set(market, looks + 1);
      else {
        this.unneeded.delete(market);
        this.markets.letGo(market);
      }
    }
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
