import { describe, expect, it } from '@jest/globals';
import { formatRate } from '@exchange/core/kernel';
import {
  BAR_PRECISION_NAMES,
  BAR_PRECISIONS,
  type BarInterval,
  barOpenTime,
  type MarketBar,
} from '@exchange/core/market-data';
import { ConfigError } from '@exchange/platform';
import { config } from '../config';
import { demoBars } from './demo-settings';
import { type MarketToDraw, makeDemoBars } from './make-demo-bars';

const dollars = (value: bigint) => ({ numerator: value, denominator: 1n });
const ETHUSDC: MarketToDraw = {
  market: 'ETHUSDC',
  decimals: { traded: 18, quote: 6 },
  tradedValue: dollars(3_000n),
  quoteValue: dollars(1n),
};
/** A Thursday, in the midst of every interval. */
const BEFORE = Date.UTC(2024, 1, 29, 17, 46, 31);
const WEEK_MS = BAR_PRECISIONS['1w'] * 1_000;

const made = makeDemoBars(ETHUSDC, BEFORE);
const barsOf = (precision: BarInterval): MarketBar[] =>
  made.filter((each) => each.precision === precision).map(({ bar }) => bar);
const minutes = barsOf('1m');

describe('demo bars', () => {
  it('are of four weeks and the days back to a Monday, and none ends after the moment that is given', () => {
    expect(barsOf('1w').map(({ openTime }) => new Date(openTime).toISOString().slice(0, 10))).toEqual([
      ...['2024-01-29', '2024-02-05', '2024-02-12', '2024-02-19', '2024-02-26'],
    ]);
    expect(BEFORE - (minutes[0]?.openTime ?? 0)).toBeGreaterThan(4 * WEEK_MS);
    for (const { openTime } of minutes) expect(openTime + 60_000).toBeLessThanOrEqual(BEFORE);
    expect(minutes.length).toBeGreaterThan(9_000);
    expect(minutes.length).toBeLessThan(14_000);
  });

  it('of every precision hold exactly what the minutes in their interval say', () => {
    for (const precision of BAR_PRECISION_NAMES) {
      const bars = barsOf(precision);
      const opens = bars.map(({ openTime }) => openTime);
      expect(opens).toEqual([...new Set(minutes.map((minute) => barOpenTime(precision, minute.openTime)))]);
      const end = BAR_PRECISIONS[precision] * 1_000;
      for (const bar of [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)] as MarketBar[]) {
        const within = minutes.filter(
          ({ openTime }) => openTime >= bar.openTime && openTime < bar.openTime + end,
        );
        const sum = (of: 'volumeTraded' | 'volumeQuote') => within.reduce((all, each) => all + each[of], 0n);
        expect(bar).toEqual({
          ...{ openTime: bar.openTime, open: within[0]?.open, close: within.at(-1)?.close },
          high: Math.max(...within.map(({ high }) => high)),
          low: Math.min(...within.map(({ low }) => low)),
          ...{ volumeTraded: sum('volumeTraded'), volumeQuote: sum('volumeQuote') },
        });
      }
    }
  });

  it('are bars: nothing was higher than the highest or lower than the lowest, and all have volumes', () => {
    for (const { open, high, low, close, volumeTraded, volumeQuote } of minutes) {
      expect(Math.max(open, close, low)).toBeLessThanOrEqual(high);
      expect(Math.min(open, close, high)).toBeGreaterThanOrEqual(low);
      // Between 200 and 6000 dollars.
      expect(volumeTraded).toBeGreaterThanOrEqual((200n * 10n ** 18n) / 3_000n);
      expect(volumeTraded).toBeLessThanOrEqual(2n * 10n ** 18n);
      expect(volumeQuote).toBeGreaterThan(100_000_000n);
    }
  });

  it('end near what the tokens are worth, and move on the way', () => {
    const rates = minutes.map(({ close }) => Number(formatRate(close)));
    expect(Math.abs((rates.at(-1) ?? 0) - 3_000)).toBeLessThan(30);
    expect(Math.max(...rates) / Math.min(...rates)).toBeGreaterThan(1.05);
  });

  it('are the same for the same market and moment, and others for another', () => {
    expect(makeDemoBars(ETHUSDC, BEFORE)).toEqual(made);
    const other = makeDemoBars({ ...ETHUSDC, market: 'ETHDAI' }, BEFORE);
    expect(other.map(({ bar }) => bar.openTime)).not.toEqual(made.map(({ bar }) => bar.openTime));
  });
});

describe('the settings of demo bars', () => {
  const parsed = (more: NodeJS.ProcessEnv) =>
    config.parse({
      ...{ NATS_URL: 'nats://x', NATS_PASSWORD: 'x', DATABASE_URL: 'postgres://x', DATABASE_PASSWORD: 'x' },
      ...more,
    });

  it('are none where nobody asks for them', () => {
    expect(demoBars(parsed({}))).toBeUndefined();
    expect(demoBars(parsed({ CHAIN_ID: '1' }))).toBeUndefined();
  });

  it.each(['31337', '1337'])('are accepted on the development chain %s', (chain) => {
    expect(demoBars(parsed({ DEMO_BARS_BEFORE: '1700000000000', CHAIN_ID: chain }))).toBeDefined();
  });

  it.each([['1'], ['11155111'], [undefined]])('are refused on chain %s', (chain) => {
    const more = { DEMO_BARS_BEFORE: '1700000000000', ...(chain === undefined ? {} : { CHAIN_ID: chain }) };
    const refused = () => demoBars(parsed(more));
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(`CHAIN_ID is ${chain ?? 'not set'}`);
  });
});
