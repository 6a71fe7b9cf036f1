import type { BookLevelView, MarketEvent, PublicTradeView, TickerView } from '@exchange/contract/bus';
import { amountFrom, formatRate, type MarketDecimals, rateKey } from '@exchange/core/kernel';
import { type BookLine, LevelBook, MarketTicker, type MarketTrade } from '@exchange/core/market-data';
import type { LevelRow, TradeRow } from '../persistence/tables';

/** Trades of a snapshot (docs/interface, subscriptions). */
export const SNAPSHOT_TRADES = 50;

type TradeEvent = Extract<MarketEvent, { kind: 'trade' }>;
type LevelEvent = Extract<MarketEvent, { kind: 'level' }>;

/** What the public sees of one market, after market report `seq`. */
export class MarketView {
  readonly #book = new LevelBook();
  #newest: TradeRow[] = [];
  #ticker: MarketTicker | undefined;
  #uncounted: MarketTrade[] = [];
  #published: string | undefined;

  constructor(
    readonly market: string,
    public seq = 0,
  ) {}

  /** The ticker needs the decimals of the market's tokens, which the listing tells; until then trades wait. */
  listed(decimals: MarketDecimals): void {
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

  addTrade(event: TradeEvent): TradeRow {
    const row = {
      id: event.tradeId,
      market: this.market,
      time: event.time,
      rateKey: event.rateKey,
      buy: event.takerSide === 'buy',
      traded: amountFrom(event.traded),
      quote: amountFrom(event.quote),
    };
    this.#count(row);
    this.#newest = [row, ...this.#newest].slice(0, SNAPSHOT_TRADES);
    return row;
  }

  setLevel(event: LevelEvent): BookLine {
    const line = { ...event, rateKey: rateKey(event.rateKey), amount: amountFrom(event.amount) };
    this.#book.set(line);
    return line;
  }

  levels(): BookLevelView[] {
    return this.#book.lines().map(({ side, rateKey: key, amount, count }) => ({
      side,
      rateKey: key,
      amount: amount.toString(),
      count,
    }));
  }

  /** Newest first. */
  trades(): PublicTradeView[] {
    return this.#newest.map(publicTrade);
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

  #count({ time, rateKey: key, traded, quote }: TradeRow): void {
    const trade = { time, rateKey: rateKey(key), traded, quote };
    if (this.#ticker) this.#ticker.add(trade);
    else this.#uncounted.push(trade);
  }
}

/** A trade as everybody may see it (seed: Market trade). */
export function publicTrade({ id, market, time, rateKey: key, buy, traded }: TradeRow): PublicTradeView {
  return { id, market, buy, rate: formatRate(rateKey(key)), amount: traded.toString(), timestamp: time };
}
