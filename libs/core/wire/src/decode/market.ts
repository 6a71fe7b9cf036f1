import type { BookLineView, PublicTradeView, TickerView } from '../views';
import { asBit, asList, asNumber, asText, type Reader } from './position';

export const decodeBookLine: Reader<BookLineView> = (value, what) => {
  const array = asList(value, what);
  return {
    side: asBit(array[0], `${what} DIRECTION`) ? 'buy' : 'sell',
    rate: asText(array[1], `${what} RATE`),
    amount: asText(array[2], `${what} AMOUNT`),
    count: asNumber(array[3], `${what} ORDER_COUNT`),
  };
};

/** A market trade; the market is the packet's channel. */
export const decodeMarketTrade =
  (market: string): Reader<PublicTradeView> =>
  (value, what) => {
    const array = asList(value, what);
    return {
      id: asNumber(array[0], `${what} ID`),
      market,
      buy: asBit(array[1], `${what} DIRECTION`),
      rate: asText(array[2], `${what} RATE`),
      amount: asText(array[3], `${what} AMOUNT`),
      timestamp: asNumber(array[4], `${what} TIMESTAMP`),
    };
  };

export const decodeHistoricalTrade: Reader<PublicTradeView> = (value, what) => {
  const array = asList(value, what);
  return {
    id: asNumber(array[0], `${what} ID`),
    market: asText(array[1], `${what} MARKET`),
    buy: asBit(array[2], `${what} DIRECTION`),
    rate: asText(array[3], `${what} RATE`),
    amount: asText(array[4], `${what} AMOUNT`),
    timestamp: asNumber(array[5], `${what} TIMESTAMP`),
  };
};

export const decodeTicker: Reader<TickerView> = (value, what) => {
  const array = asList(value, what);
  return {
    rate: asText(array[0], `${what} RATE`),
    change24h: asText(array[1], `${what} CHANGE_24H`),
    volumeTraded24h: asText(array[2], `${what} VOLUME_TRADED_24H`),
    volumeQuote24h: asText(array[3], `${what} VOLUME_QUOTE_24H`),
    high24h: asText(array[4], `${what} HIGH_24H`),
    low24h: asText(array[5], `${what} LOW_24H`),
  };
};

/** A bar in the numbers that the wire shows. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly volumeQuote: number | undefined;
}

export const decodeBar: Reader<Bar> = (value, what) => {
  const array = asList(value, what);
  return {
    time: asNumber(array[0], `${what} TIMESTAMP`),
    open: asNumber(array[1], `${what} OPEN`),
    high: asNumber(array[2], `${what} HIGH`),
    low: asNumber(array[3], `${what} LOW`),
    close: asNumber(array[4], `${what} CLOSE`),
    volume: asNumber(array[5], `${what} VOLUME`),
    volumeQuote: array[6] === undefined ? undefined : asNumber(array[6], `${what} volume in quote`),
  };
};
