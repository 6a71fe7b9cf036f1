import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatRate, parseRate, rateKey, wholeTokens } from '@exchange/core/kernel';
import { DAY_MS } from './day-window';
import type { MarketTrade } from './market-trade';
import { MarketTicker, percentChange } from './ticker';

const decimals = { traded: 18, quote: 6 };
const keyOf = (rate: string) => {
  const parsed = parseRate(rate, 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};
const trade = (time: number, rate: string, traded = 1n, quote = 1n): MarketTrade => ({
  time,
  rateKey: keyOf(rate),
  traded,
  quote,
});

describe('the ticker', () => {
  it('is all zeros before any trade', () => {
    expect(Object.values(new MarketTicker(decimals).at(5))).toEqual(['0', '0', '0', '0', '0', '0']);
  });

  it('counts a trade for exactly 24 hours', () => {
    const ticker = new MarketTicker(decimals);
    ticker.add(trade(1_000, '0.6', 25n * 10n ** 17n, 1_500_000n));
    ticker.add(trade(2_000, '0.5', 10n ** 18n, 500_000n));
    expect(ticker.at(1_000 + DAY_MS - 1)).toEqual({
      rate: '0.5',
      change24h: '-16.67',
      volumeTraded24h: '3.5',
      volumeQuote24h: '2',
      high24h: '0.6',
      low24h: '0.5',
    });
    expect(ticker.at(1_000 + DAY_MS)).toMatchObject({
      volumeTraded24h: '1',
      high24h: '0.5',
      change24h: '-16.67',
    });
    expect(ticker.at(2_000 + DAY_MS)).toEqual({
      rate: '0.5',
      change24h: '0',
      volumeTraded24h: '0',
      volumeQuote24h: '0',
      high24h: '0.5',
      low24h: '0.5',
    });
  });

  it('equals the figures computed from all trades at any moment', () => {
    const tradeArbitrary = fc.record({
      wait: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 0, max: DAY_MS }),
        fc.integer({ min: 0, max: DAY_MS / 20 }),
      ),
      rateKey: fc.integer({ min: 100_000, max: 100_020 }).map(rateKey),
      traded: fc.bigInt({ min: 1n, max: 1n << 90n }),
      quote: fc.bigInt({ min: 1n, max: 1n << 90n }),
    });
    fc.assert(
      fc.property(
        fc.array(tradeArbitrary, { minLength: 1, maxLength: 60 }),
        fc.nat(2 * DAY_MS),
        (steps, later) => {
          const ticker = new MarketTicker(decimals);
          const trades: MarketTrade[] = [];
          let time = 10 * DAY_MS;
          const check = (now: number) => {
            const within = trades.filter((one) => now - one.time < DAY_MS);
            const last = trades.at(-1) as MarketTrade;
            const reference =
              trades.filter((one) => now - one.time >= DAY_MS).at(-1) ?? (trades[0] as MarketTrade);
            const keys = within.length > 0 ? within.map((one) => one.rateKey) : [last.rateKey];
            const sum = (of: (one: MarketTrade) => bigint) =>
              within.reduce((total, one) => total + of(one), 0n);
            expect(ticker.at(now)).toEqual({
              rate: formatRate(last.rateKey),
              change24h: percentChange(reference.rateKey, last.rateKey),
              volumeTraded24h: wholeTokens(
                sum((one) => one.traded),
                decimals.traded,
              ),
              volumeQuote24h: wholeTokens(
                sum((one) => one.quote),
                decimals.quote,
              ),
              high24h: formatRate(rateKey(Math.max(...keys))),
              low24h: formatRate(rateKey(Math.min(...keys))),
            });
          };
          for (const { wait, ...rest } of steps) {
            time += wait;
            trades.push({ time, ...rest });
            ticker.add({ time, ...rest });
            check(time);
          }
          check(time + later);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the change in percent', () => {
  it('has at most two decimals, rounded to the nearest, halves away from zero', () => {
    const change = (from: string, to: string) => percentChange(keyOf(from), keyOf(to));
    expect(change('1', '1')).toBe('0');
    expect(change('0.6', '0.57878')).toBe('-3.54');
    expect(change('1', '1.5')).toBe('50');
    expect(change('2', '2.0001')).toBe('0.01');
    expect(change('2', '1.9999')).toBe('-0.01');
    expect(change('3', '2.9999')).toBe('0');
    expect(change('0.00000001', '800000000000000')).toBe('7999999999999999999999900');
  });
});
