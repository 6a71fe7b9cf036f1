import { describe, expect, it } from '@jest/globals';
import type { BookLineView } from '@exchange/core/wire';
import { bookRows, NO_ROWS } from './book-rows';

const line = (side: 'buy' | 'sell', rate: string, amount: string): BookLineView => ({
  ...{ side, rate, amount, count: 1 },
});
const ether = (tenths: number) => `${tenths}00000000000000000`;

describe('the rows of a book', () => {
  const rows = bookRows(
    {
      buy: [line('buy', '300', ether(5)), line('buy', '299.5', ether(15))],
      sell: [line('sell', '301.25', ether(10)), line('sell', '1400', ether(30))],
    },
    18,
  );

  it('add up from the best one on', () => {
    expect(rows.buy.map(({ cumulated }) => cumulated)).toEqual([500000000000000000n, 2000000000000000000n]);
    expect(rows.sell.map(({ totalText }) => totalText)).toEqual(['1.0000', '4.0000']);
  });

  it('have bars by the largest total of both sides', () => {
    expect(rows.buy.map(({ share }) => share)).toEqual([0.125, 0.5]);
    expect(rows.sell.map(({ share }) => share)).toEqual([0.25, 1]);
  });

  it('have their digits below each other', () => {
    expect([...rows.buy, ...rows.sell].map(({ rateText }) => rateText)).toEqual([
      ...['300.00', '299.50', '301.25', '1,400.00'],
    ]);
    expect(rows.buy.map(({ amountText }) => amountText)).toEqual(['0.5000', '1.5000']);
  });

  it('keep the rate as the exchange says it', () => {
    expect(rows.sell.map(({ rate }) => rate)).toEqual(['301.25', '1400']);
  });

  it('of a book with one side, and of none', () => {
    expect(bookRows({ buy: [line('buy', '1', '1')], sell: [] }, 0).buy).toEqual([
      { rate: '1', cumulated: 1n, rateText: '1', amountText: '1', totalText: '1', share: 1 },
    ]);
    expect(bookRows({ buy: [], sell: [] }, 18)).toBe(NO_ROWS);
  });
});
