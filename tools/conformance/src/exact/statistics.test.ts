import { describe, expect, it } from '@jest/globals';
import type { HistoricalTrade } from '../packets';
import { barsOf, percent, tickerOf } from './statistics';

const DAY = 86_400_000;
const decimals = { traded: 2, quote: 1 };
const trade = (id: number, rate: string, amount: string, time: number): HistoricalTrade => [
  ...([id, 'ETHDAI', 1, rate, amount, time] as const),
];

describe('the statistics that the run expects', () => {
  it.each([
    ['2', '3', '50'],
    ['3', '2', '-33.33'],
    ['3', '5', '66.67'],
    ['1', '1', '0'],
    ['200', '200.01', '0.01'],
    ['30000', '29999', '0'],
  ])('change from %s to %s by %s percent', (from, to, change) => {
    expect(percent(from, to)).toBe(change);
  });

  it('count the trades of exactly one day', () => {
    const trades = [trade(1, '2', '100', 1), trade(2, '4', '250', DAY), trade(3, '3', '101', DAY + 1)];
    expect(tickerOf(trades, decimals, DAY + 1)).toEqual({
      ...{ rate: '3', change: '50', traded: '3.51', high: '4', low: '3' },
      // 2.5 · 4 and 1.01 · 3, in tenths: 100 and 30.
      ...{ quoteMin: 128n, quoteMax: 134n },
    });
    expect(tickerOf(trades, decimals, DAY)?.low).toBe('2');
    expect(tickerOf([], decimals, DAY)).toBeUndefined();
  });

  it('make bars, newest first, weeks from Monday on', () => {
    const trades = [trade(1, '2', '100', 0), trade(2, '4', '5', 59_999), trade(3, '1', '1', 60_000)];
    expect(barsOf(trades, 60, decimals)).toEqual([
      [60_000, 1, 1, 1, 1, 0.01],
      [0, 2, 4, 2, 4, 1.05],
    ]);
    expect(barsOf(trades, 604_800, decimals)).toEqual([[-3 * DAY, 2, 4, 1, 1, 1.06]]);
  });
});
