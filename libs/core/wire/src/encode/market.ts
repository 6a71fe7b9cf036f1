import type { BarView, BookLineView, PublicTradeView, TickerView } from '../views';

/** seed: Market trade. */
export function marketTradeArray(trade: PublicTradeView) {
  return [trade.id, trade.buy ? 1 : 0, trade.rate, trade.amount, trade.timestamp] as const;
}

/** seed: Historical trade. */
export function historicalTradeArray(trade: PublicTradeView) {
  return [trade.id, trade.market, trade.buy ? 1 : 0, trade.rate, trade.amount, trade.timestamp] as const;
}

/** seed: Order book line; bids are 1, asks 0. */
export function bookLine(line: BookLineView) {
  return [line.side === 'buy' ? 1 : 0, line.rate, line.amount, line.count] as const;
}

/** seed: Ticker. */
export function tickerArray(ticker: TickerView) {
  return [
    ticker.rate,
    ticker.change24h,
    ticker.volumeTraded24h,
    ticker.volumeQuote24h,
    ticker.high24h,
    ticker.low24h,
  ] as const;
}

/** seed: Bar, whose rates and volume are JSON numbers. With distinct events it ends with the volume in quote tokens. */
export function barArray(bar: BarView, distinct = false): number[] {
  const numbers = [bar.open, bar.high, bar.low, bar.close, bar.volume].map(Number);
  return distinct ? [bar.time, ...numbers, Number(bar.volumeQuote ?? 0)] : [bar.time, ...numbers];
}
