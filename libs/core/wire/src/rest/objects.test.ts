import { describe, expect, it } from '@jest/globals';
import {
  failureEnvelope,
  REST_STATUS,
  restBookLine,
  restTicker,
  restTrade,
  successEnvelope,
} from './objects';

describe('REST objects', () => {
  it('have the members of the reference', () => {
    expect(successEnvelope([1])).toEqual({ status: 0, message: 'success', data: [1] });
    expect(restBookLine({ side: 'buy', rate: '1.5', amount: '7', count: 2 })).toEqual({
      direction: 'BUY',
      rate: '1.5',
      amount: '7',
      orderCount: 2,
    });
    const trade = { id: 1, market: 'ETHDAI', buy: false, rate: '2', amount: '3', timestamp: 4 };
    expect(restTrade(trade)).toEqual({
      id: 1,
      market: 'ETHDAI',
      direction: 'SELL',
      rate: '2',
      amount: '3',
      timestamp: 4,
    });
    expect(restTrade({ ...trade, reversed: true })).toMatchObject({ id: 1, reversed: true });
    const ticker = {
      rate: '1',
      change24h: '2',
      volumeTraded24h: '3',
      volumeQuote24h: '4',
      high24h: '5',
      low24h: '6',
    };
    expect(restTicker({ ...ticker, ...{ extra: 1 } })).toEqual(ticker);
  });

  it('of failures carry a status that no other failure has', () => {
    expect(failureEnvelope('unknownMarket', 'no market X')).toEqual({
      status: 2,
      message: 'no market X',
      data: null,
    });
    const codes = Object.values(REST_STATUS).map(({ status }) => status);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
