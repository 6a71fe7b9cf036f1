import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateKey } from '@exchange/core/kernel';
import { BAR_PRECISION_NAMES, BAR_PRECISIONS, barAfter, barOpenTime, type MarketBar } from './bar';

const utc = (text: string) => new Date(text).getTime();

describe('bars', () => {
  it('open on UTC boundaries, and weeks on Monday', () => {
    const time = utc('2024-02-29T17:46:59.999Z');
    const opens = BAR_PRECISION_NAMES.map((name) =>
      new Date(barOpenTime(name, time)).toISOString().slice(0, 16),
    );
    expect(opens).toEqual([
      '2024-02-29T17:46',
      '2024-02-29T17:45',
      '2024-02-29T17:45',
      '2024-02-29T17:30',
      '2024-02-29T17:00',
      '2024-02-29T15:00',
      '2024-02-29T12:00',
      '2024-02-29T12:00',
      '2024-02-29T00:00',
      '2024-02-26T00:00',
    ]);
    expect(barOpenTime('1w', utc('2024-02-26T00:00:00Z'))).toBe(utc('2024-02-26T00:00:00Z'));
    expect(barOpenTime('1w', utc('2024-02-25T23:59:59Z'))).toBe(utc('2024-02-19T00:00:00Z'));
  });

  it('hold the first, highest, lowest and last rate and the volumes of their interval', () => {
    const tradeArbitrary = fc.record({
      wait: fc.nat(90_000),
      rateKey: fc.integer({ min: 1, max: 1_700_000 }).map(rateKey),
      traded: fc.bigInt({ min: 1n, max: 1n << 128n }),
      quote: fc.bigInt({ min: 1n, max: 1n << 128n }),
    });
    fc.assert(
      fc.property(
        fc.array(tradeArbitrary, { minLength: 1 }),
        fc.constantFrom(...BAR_PRECISION_NAMES),
        (steps, name) => {
          let time = utc('2024-02-29T17:46:00Z');
          const trades = steps.map(({ wait, ...rest }) => ({ time: (time += wait), ...rest }));
          const bars = new Map<number, MarketBar>();
          let running: MarketBar | undefined;
          for (const trade of trades) {
            running = barAfter(running, name, trade);
            bars.set(running.openTime, running);
          }
          for (const bar of bars.values()) {
            const end = bar.openTime + BAR_PRECISIONS[name] * 1_000;
            const inside = trades.filter((trade) => trade.time >= bar.openTime && trade.time < end);
            const keys = inside.map((trade) => trade.rateKey);
            expect(bar).toEqual({
              openTime: bar.openTime,
              open: keys[0],
              high: Math.max(...keys),
              low: Math.min(...keys),
              close: keys.at(-1),
              volumeTraded: inside.reduce((sum, trade) => sum + trade.traded, 0n),
              volumeQuote: inside.reduce((sum, trade) => sum + trade.quote, 0n),
            });
          }
          const counted = [...bars.values()].reduce((sum, bar) => sum + bar.volumeTraded, 0n);
          expect(counted).toBe(trades.reduce((sum, trade) => sum + trade.traded, 0n));
        },
      ),
    );
  });
});
