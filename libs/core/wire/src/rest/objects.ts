import { barArray } from '../encode/market';
import type { BarView, BookLineView, PublicTradeView, RestBookLine, RestTrade, TickerView } from '../schema';

/** The status of a REST envelope and the HTTP status that goes with it (docs/interface, REST). */
export const REST_STATUS = {
  success: { status: 0, http: 200 },
  invalidParameter: { status: 1, http: 400 },
  unknownMarket: { status: 2, http: 404 },
  unknownToken: { status: 3, http: 404 },
  noSuchRoute: { status: 4, http: 404 },
  rateLimited: { status: 5, http: 429 },
  unavailable: { status: 6, http: 503 },
  internal: { status: 7, http: 500 },
} as const;
export type RestFailure = Exclude<keyof typeof REST_STATUS, 'success'>;

/** seed: HTTP response envelope. */
export interface Envelope<T> {
  readonly status: number;
  readonly message: string;
  readonly data: T;
}

export const successEnvelope = <T>(data: T): Envelope<T> => ({ status: 0, message: 'success', data });

/** A failure; the message says what would be right. */
export const failureEnvelope = (failure: RestFailure, message: string): Envelope<null> => ({
  status: REST_STATUS[failure].status,
  message,
  data: null,
});

/** seed: Order book line (HTTP). */
export function restBookLine(line: BookLineView): RestBookLine {
  const { side, rate, amount, count } = line;
  return { direction: side === 'buy' ? 'BUY' : 'SELL', rate, amount, orderCount: count };
}

/** seed: Market trade (HTTP). */
export function restTrade({
  id,
  market,
  buy,
  rate,
  amount,
  timestamp,
  reversed,
}: PublicTradeView): RestTrade {
  const mark = reversed === true ? { reversed } : {};
  return { id, market, direction: buy ? 'BUY' : 'SELL', rate, amount, timestamp, ...mark };
}

/** The `data` of the ticker endpoint. */
export function restTicker(ticker: TickerView): TickerView {
  const { rate, change24h, volumeTraded24h, volumeQuote24h, high24h, low24h } = ticker;
  return { rate, change24h, volumeTraded24h, volumeQuote24h, high24h, low24h };
}

/** A ticker of the tickers endpoint, with the best visible line of each side. */
export interface RestMarketTicker extends TickerView {
  readonly market: string;
  readonly bid: string | null;
  readonly bidAmount: string | null;
  readonly ask: string | null;
  readonly askAmount: string | null;
}

/** A ticker of the tickers endpoint; `lines` are the best ones, none for a side without orders. */
export function restMarketTicker(
  market: string,
  ticker: TickerView,
  lines: readonly BookLineView[],
): RestMarketTicker {
  const best = (side: BookLineView['side']) => lines.find((line) => line.side === side);
  const [bid, ask] = [best('buy'), best('sell')];
  return {
    market,
    ...restTicker(ticker),
    bid: bid?.rate ?? null,
    bidAmount: bid?.amount ?? null,
    ask: ask?.rate ?? null,
    askAmount: ask?.amount ?? null,
  };
}

/** A bar of the bars endpoint: as on the websocket. */
export const restBar = (bar: BarView): readonly unknown[] => barArray(bar);
