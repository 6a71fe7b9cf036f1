import { describe, expect, it } from '@jest/globals';
import { axisTime, exactTime, rateDecimals, rateFormat } from './chart-words';

describe('what a chart writes', () => {
  it.each([
    [300.12, 2],
    [65_000, 0],
    [123_456, 0],
    [1, 4],
    [0.0123, 6],
    [0.00000012, 8],
    [0, 4],
  ])('the rate %d has %d decimals', (rate, decimals) => expect(rateDecimals(rate)).toBe(decimals));

  it('a rate moves by the last of its digits', () => {
    expect(rateFormat(300)).toEqual({ type: 'price', precision: 2, minMove: 0.01 });
  });

  it('times are those of the place where the page is', () => {
    const noon = new Date(2026, 4, 7, 12, 5).getTime() / 1_000;
    const midnight = new Date(2026, 4, 7).getTime() / 1_000;
    expect([axisTime(noon), axisTime(midnight), exactTime(noon)]).toEqual([
      '12:05',
      '7.5.',
      '2026-05-07 12:05',
    ]);
  });
});
