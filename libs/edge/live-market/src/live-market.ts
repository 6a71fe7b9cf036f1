import type { dataQueries, marketReport, MessageOf, ReplyOf } from '@exchange/contract/bus';
import { assert, formatRate } from '@exchange/core/kernel';
import { type BookLine, LevelBook, type LevelChange } from '@exchange/core/market-data';
import type { BarView, MarketEventOf, PublicTradeView, TickerView } from '@exchange/core/message';
import { LevelHistory } from './level-history';

export type PublicSnapshot = ReplyOf<typeof dataQueries.marketSnapshotQuery>;
export type MarketReport = MessageOf<typeof marketReport>;

/** How many of the newest trades stay in memory: what a snapshot of trades holds. */
export const NEWEST_TRADES = 50;

/** What is new in a market: levels whose visible total changed, and trades, oldest first. */
export interface MarketChange {
  readonly market: string;
  /** The report after which it is so. */
  readonly seq: number;
  readonly levels: readonly LevelChange[];
  readonly trades: readonly PublicTradeView[];
}

/** The visible state of one market after a report: book, newest trades, ticker, running bars. */
export class LiveMarket {
  readonly market: string;
  /** The market report that this state includes. */
  seq: number;
  /** Raised when a level changes, so that what was made from the book can be kept until then. */
  bookVersion = 0;
  tradesVersion = 0;
  tickerVersion = 0;
  /** Every visible level in full precision. */
  readonly book = new LevelBook();
  ticker: TickerView;
  private tickerSeq: number;
  private readonly bars = new Map<string, { readonly seq: number; readonly bar: BarView }>();
  /** Newest first. */
  private newest: PublicTradeView[];

  private readonly history: LevelHistory | undefined;

  /** @param keepsHistory whether `levelsSince` will be asked */
  constructor(snapshot: PublicSnapshot, keepsHistory = false) {
    this.market = snapshot.market;
    this.seq = snapshot.seq;
    this.history = keepsHistory ? new LevelHistory(snapshot.seq, this.book) : undefined;
    this.newest = snapshot.trades.slice(0, NEWEST_TRADES);
    this.ticker = snapshot.ticker;
    this.tickerSeq = snapshot.seq;
    for (const level of snapshot.levels) this.book.set(level);
    for (const { precision, bar } of snapshot.bars) this.takeBar(snapshot.seq, precision, bar);
  }

  /** The newest trades (up to 50), newest first. */
  get trades(): readonly PublicTradeView[] {
    return this.newest;
  }

  /** How levels changed after a report, each once; undefined when the levels at that report aren't known. */
  levelsSince(seq: number): readonly LevelChange[] | undefined {
    return seq > this.seq ? undefined : this.history?.since(seq);
  }

  /** Applies the report that follows; any other one is a defect. */
  apply(report: MarketReport): MarketChange {
    assert(report.seq === this.seq + 1, `report ${report.seq} of ${this.market} after ${this.seq}`);
    this.seq = report.seq;
    const levels: LevelChange[] = [];
    const trades: PublicTradeView[] = [];
    for (const step of report.steps) {
      for (const event of step.events) {
        if (event.kind === 'level') levels.push(this.book.set(event));
        else if (event.kind === 'trade') trades.push(publicTrade(event, this.market));
      }
    }
    this.history?.add(report.seq, levels);
    return this.changed(levels, trades);
  }

  /** Goes over to a newer snapshot, after reports were missed. */
  renew(snapshot: PublicSnapshot): MarketChange {
    assert(snapshot.seq >= this.seq, `snapshot ${snapshot.seq} of ${this.market} is older than ${this.seq}`);
    const levels = this.replaceLevels(snapshot.levels);
    this.history?.bridge(this.seq, snapshot.seq, levels);
    this.seq = snapshot.seq;
    const last = this.newest[0]?.id ?? 0;
    const trades = snapshot.trades.filter((trade) => trade.id > last).reverse();
    return this.changed(levels, trades);
  }

  /** Takes a ticker unless it is older than the one known; says whether it changed. */
  takeTicker(seq: number, ticker: TickerView): boolean {
    if (seq < this.tickerSeq) return false;
    this.tickerSeq = seq;
    if (sameTicker(this.ticker, ticker)) return false;
    this.ticker = ticker;
    this.tickerVersion += 1;
    return true;
  }

  /** The running bar of a precision; undefined before the first trade. Kept up only for those who follow bars. */
  bar(precision: string): BarView | undefined {
    return this.bars.get(precision)?.bar;
  }

  /** Takes a bar unless it is older than the one known; says whether it changed. */
  takeBar(seq: number, precision: string, bar: BarView): boolean {
    const known = this.bars.get(precision);
    if (known !== undefined && (seq < known.seq || bar.time < known.bar.time)) return false;
    this.bars.set(precision, { seq, bar });
    return known === undefined || !sameBar(known.bar, bar);
  }

  private replaceLevels(lines: readonly BookLine[]): LevelChange[] {
    const named = new Map(lines.map((line) => [`${line.side}${line.rateKey}`, line]));
    const changes: LevelChange[] = [];
    for (const { side, rateKey: key } of this.book.lines()) {
      if (named.has(`${side}${key}`)) continue;
      changes.push(this.book.set({ side, rateKey: key, amount: 0n, count: 0 }));
    }
    for (const line of lines) {
      const { before, after } = this.book.set(line);
      if (before.amount !== after.amount || before.count !== after.count) changes.push({ before, after });
    }
    return changes;
  }

  private changed(levels: LevelChange[], trades: PublicTradeView[]): MarketChange {
    if (levels.length > 0) this.bookVersion += 1;
    if (trades.length > 0) {
      this.tradesVersion += 1;
      this.newest = [...trades.toReversed(), ...this.newest].slice(0, NEWEST_TRADES);
    }
    return { market: this.market, seq: this.seq, levels, trades };
  }
}

const publicTrade = (event: MarketEventOf<'trade'>, market: string): PublicTradeView => ({
  id: event.tradeId,
  market,
  buy: event.takerSide === 'buy',
  rate: formatRate(event.rateKey),
  amount: event.traded.toString(),
  timestamp: event.time,
});

const TICKER_FIELDS = [
  'rate',
  'change24h',
  'volumeTraded24h',
  'volumeQuote24h',
  'high24h',
  'low24h',
] as const satisfies (keyof TickerView)[];

const BAR_FIELDS = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'volumeQuote',
] as const satisfies (keyof BarView)[];

const sameBar = (a: BarView, b: BarView): boolean => BAR_FIELDS.every((field) => a[field] === b[field]);

const sameTicker = (a: TickerView, b: TickerView): boolean =>
  TICKER_FIELDS.every((field) => a[field] === b[field]);
