import { amount, formatRate, type MarketDecimals, rateKey } from '@exchange/core/kernel';
import {
  type BarInterval,
  type BookLine,
  LevelBook,
  MarketTicker,
  mergedBar,
  type MarketBar,
  type MarketTrade,
  type PrecisionBar,
  RunningBars,
} from '@exchange/core/market-data';
import type {
  BookLevel,
  MarketEventOf,
  PublicTradeView,
  RunningBar,
  TickerView,
} from '@exchange/core/message';
import type { BarRow, LevelRow, TradeRow } from '../persistence/tables';
import { barView, storedBar } from './bars';

/** Trades of a snapshot (docs/interface, subscriptions). */
export const SNAPSHOT_TRADES = 50;

/** What the public sees of one market, after market report `seq`. */
export class MarketView {
  readonly #book = new LevelBook();
  readonly #bars = new RunningBars();
  /** The newest demo bar of each precision; none but on development chains. */
  readonly #demoBars = new Map<BarInterval, MarketBar>();
  #newest: TradeRow[] = [];
  #ticker: MarketTicker | undefined;
  #uncounted: MarketTrade[] = [];
  #published: string | undefined;
  /** Undefined until the market is listed. */
  decimals: MarketDecimals | undefined;

  constructor(
    readonly market: string,
    private readonly reversed: ReadonlySet<number>,
    public seq = 0,
  ) {}

  /** The ticker needs the decimals of the market's tokens, which the listing tells; until then trades wait. */
  listed(decimals: MarketDecimals): void {
    this.decimals ??= decimals;
    this.#ticker ??= new MarketTicker(decimals);
    for (const trade of this.#uncounted.splice(0)) this.#ticker.add(trade);
  }

  restoreLevels(rows: readonly LevelRow[]): void {
    for (const row of rows) this.#book.set({ ...row, rateKey: rateKey(row.rateKey) });
  }

  /** Trades of the last day, with the last one before it; oldest first. */
  restoreTrades(rows: readonly TradeRow[], newest: readonly TradeRow[]): void {
    for (const row of rows) this.#count(row);
    this.#newest = [...newest];
  }

  /** The newest bar of each precision. */
  restoreBars(rows: readonly BarRow[]): void {
    for (const row of rows) this.#bars.restore(storedBar(row));
  }

  /** Oldest first within a precision; the newest of each counts. */
  takeDemoBars(bars: readonly PrecisionBar[]): void {
    for (const { precision, bar } of bars) this.#demoBars.set(precision, bar);
  }

  addTrade(event: MarketEventOf<'trade'>): TradeRow {
    const row = {
      id: event.tradeId,
      market: this.market,
      time: event.time,
      rateKey: event.rateKey,
      buy: event.takerSide === 'buy',
      traded: event.traded,
      quote: event.quote,
    };
    this.#bars.add(this.#count(row));
    this.#newest = [row, ...this.#newest].slice(0, SNAPSHOT_TRADES);
    return row;
  }

  setLevel(event: MarketEventOf<'level'>): BookLine {
    this.#book.set(event);
    return event;
  }

  levels(): readonly BookLevel[] {
    return this.#book.lines().map((line) => ({ ...line, amount: amount(line.amount) }));
  }

  /** Newest first. */
  trades(): PublicTradeView[] {
    return this.#newest.map((row) => publicTrade(row, this.reversed));
  }

  /** Undefined until the market is listed. `now`: Unix ms. */
  ticker(now: number): TickerView | undefined {
    return this.#ticker && { ...this.#ticker.at(now) };
  }

  /** The ticker if it differs from the one returned here before. */
  changedTicker(now: number): TickerView | undefined {
    const ticker = this.ticker(now);
    const text = JSON.stringify(ticker);
    if (text === this.#published) return undefined;
    this.#published = text;
    return ticker;
  }

  /** The bars that changed since the last call. */
  takeBars(): readonly PrecisionBar[] {
    return this.#bars.takeChanged();
  }

  /** The newest bar of each precision; none until the market is listed. */
  bars(): RunningBar[] {
    return this.shown(this.#bars.newest());
  }

  /** Bars as everybody may see them: one in whose interval the market was listed goes on after its demo bar. */
  shown(bars: readonly PrecisionBar[]): RunningBar[] {
    const { decimals } = this;
    if (decimals === undefined) return [];
    return bars.map(({ precision, bar }) => {
      const demo = this.#demoBars.get(precision);
      const whole = demo?.openTime === bar.openTime ? mergedBar(demo, bar) : bar;
      return { precision, bar: barView(whole, decimals) };
    });
  }

  #count({ time, rateKey: key, traded, quote }: TradeRow): MarketTrade {
    const trade = { time, rateKey: rateKey(key), traded, quote };
    if (this.#ticker) this.#ticker.add(trade);
    else this.#uncounted.push(trade);
    return trade;
  }
}

/** A trade as everybody may see it (seed: Market trade). */
export function publicTrade(
  { id, market, time, rateKey: key, buy, traded }: TradeRow,
  reversed: ReadonlySet<number>,
): PublicTradeView {
  const mark = reversed.has(id) ? { reversed: true } : {};
  const rate = formatRate(rateKey(key));
  return { id, market, buy, rate, amount: traded.toString(), timestamp: time, ...mark };
}
