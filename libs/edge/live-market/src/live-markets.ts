import { dataBar, dataTicker, ledgerListing } from '@exchange/contract/bus';
import type { BarView, TickerView } from '@exchange/core/message';
import {
  type Bus,
  type Clock,
  FROM_LAST,
  type LogEntry,
  type LogReader,
  repeat,
  type Requester,
  type Subscription,
} from '@exchange/platform';
import { ListingIndex } from './listing-index';
import type { LiveMarket, MarketChange } from './live-market';
import { type FollowerOutput, MarketFollower } from './market-follower';
import { type AskSnapshot, snapshotsFrom } from './snapshot-source';

const LOOK_EVERY_MS = 1_000;
/** A broker that answers is heard of every second. */
const SILENT_MS_MAX = 2_500;

export interface MarketListener {
  listed?(index: ListingIndex): void;
  changed?(change: MarketChange): void;
  tickerChanged?(market: string, ticker: TickerView): void;
  barChanged?(market: string, precision: string, bar: BarView): void;
}

export interface LiveMarketsOptions {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly clock: Clock;
  /** The gateway's own token on the bus. */
  readonly sender: string;
  /** Whether to keep the running bars up; else they stay as they were when the market became known. */
  readonly bars?: boolean;
  /** Whether to keep what changed in the books for a while, so that who was away is told what it missed. */
  readonly bookHistory?: boolean;
  /** Whether books and trades are followed only from `follow` to `letGo`, not of every market; tickers and bars are always. */
  readonly onDemand?: boolean;
  /** Told what failed outside and is tried again, for the log. */
  readonly failed: (what: string, cause: unknown) => void;
}

/** All that a gateway knows of the markets: the listing, and each market's book, newest trades, ticker and running bars. */
export class LiveMarkets {
  private index: ListingIndex | undefined;
  private readonly followers = new Map<string, MarketFollower>();
  private readonly listeners: MarketListener[] = [];
  private readonly ask: AskSnapshot;
  private reader: LogReader | undefined;
  private notices: Subscription[] = [];
  private readonly stopping = new AbortController();
  /** When all was last known to be as the owners have it, by the steady clock. */
  private freshAt: number;

  constructor(private readonly options: LiveMarketsOptions) {
    this.ask = snapshotsFrom(options.requester, options.sender);
    this.freshAt = options.clock.steady();
  }

  /** Resolves when the log of listings and the tickers are followed; markets become live on their own. */
  async start(): Promise<void> {
    const { bus } = this.options;
    const tickers = await bus.subscribe(dataTicker.pattern, (_subject, data) => {
      const notice = dataTicker.decode(data);
      this.followers.get(notice.market)?.takeTicker(notice.seq, notice.ticker);
    });
    this.notices = this.options.bars ? [tickers, await this.followBars()] : [tickers];
    bus.onReconnect(() => {
      for (const follower of this.followers.values()) void follower.renewNotices();
    });
    const subject = ledgerListing.subject();
    // Only the last listing counts.
    const onEntry = (entry: LogEntry) => this.takeListing(entry);
    this.reader = await bus.readLog('LEDGER', subject, new Map(), onEntry, FROM_LAST);
    const { signal } = this.stopping;
    void repeat(() => void this.ageMs(), { everyMs: LOOK_EVERY_MS, clock: this.options.clock, signal });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.notices.map((notices) => notices.stop()));
    await this.reader?.stop();
    await Promise.all([...this.followers.values()].map((follower) => follower.stop()));
  }

  listen(listener: MarketListener): void {
    this.listeners.push(listener);
  }

  /** Undefined until the first listing is known. */
  listing(): ListingIndex | undefined {
    return this.index;
  }

  /** The state of a listed market; undefined while it isn't known yet. */
  market(id: string): LiveMarket | undefined {
    return this.followers.get(id)?.state;
  }

  /** Whether the book and the trades of a market are as its log says now. */
  isFollowed(id: string): boolean {
    return this.followers.get(id)?.current ?? false;
  }

  /** Follows the log of a listed market; resolves when its book and trades are as the log says. */
  async follow(id: string): Promise<void> {
    await this.followers.get(id)?.follow();
  }

  /** Nobody needs the book and the trades of a market any more. */
  letGo(id: string): void {
    this.followers.get(id)?.letGo();
  }

  /** Whether the listing is known and every market that is needed follows its log. */
  ready(): boolean {
    return this.index !== undefined && [...this.followers.values()].every((follower) => follower.ready);
  }

  /** How old what is known may be (ms): 0 while the broker answers and what was shown follows its log. */
  ageMs(): number {
    const { bus, clock } = this.options;
    const isFresh = bus.silentMs < SILENT_MS_MAX && [...this.followers.values()].every(({ stale }) => !stale);
    if (isFresh) this.freshAt = clock.steady();
    return Math.max(clock.steady() - this.freshAt, bus.silentMs < SILENT_MS_MAX ? 0 : bus.silentMs);
  }

  private followBars(): Promise<Subscription> {
    return this.options.bus.subscribe(dataBar.pattern, (_subject, data) => {
      const { market, seq, precision, bar } = dataBar.decode(data);
      this.followers.get(market)?.takeBar(seq, precision, bar);
    });
  }

  private takeListing(entry: LogEntry): void {
    if (entry.seq <= (this.index?.version ?? 0)) return;
    const { listing, waitingPeriod, depositsPaused, fees } = ledgerListing.decode(entry.data);
    const index = new ListingIndex(entry.seq, listing, waitingPeriod, depositsPaused, fees);
    this.index = index;
    for (const { listed } of index.markets()) this.begin(listed.market);
    for (const listener of this.listeners) listener.listed?.(index);
  }

  private begin(market: string): void {
    if (this.followers.has(market)) return;
    const { bus, clock, failed, bookHistory = false, onDemand = false } = this.options;
    const output = { ...this.output, failed };
    const follower = new MarketFollower(market, { bus, clock, ask: this.ask, bookHistory, onDemand }, output);
    this.followers.set(market, follower);
    void follower.start();
  }

  private readonly output: Omit<FollowerOutput, 'failed'> = {
    changed: (change) => {
      for (const listener of this.listeners) listener.changed?.(change);
    },
    tickerChanged: (market, ticker) => {
      for (const listener of this.listeners) listener.tickerChanged?.(market, ticker);
    },
    barChanged: (market, precision, bar) => {
      for (const listener of this.listeners) listener.barChanged?.(market, precision, bar);
    },
  };
}
