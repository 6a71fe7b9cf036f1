import { describe, expect, it } from '@jest/globals';
import { decimalFrom, formatDecimal } from '@exchange/core/kernel';
import fc from 'fast-check';
import { agreedValue, medianOf } from './agreed-value';
import { ConversionRates } from './conversion-rates';
import { conversionPair, RateBoard } from './rate-board';

const RULE = { maxDeviationBps: 100, minSources: 2 };
const NOW = 1_700_000_000_000;
const shown = (values: readonly string[], rule = RULE) => {
  const value = agreedValue(values.map(decimalFrom), rule);
  return value && formatDecimal(value);
};

describe('the median', () => {
  it('is the middle one, or the exact mean of the two in the middle', () => {
    const median = (...values: string[]) => {
      const found = medianOf(values.map(decimalFrom));
      return found && formatDecimal(found);
    };
    expect([median(), median('3'), median('9', '1', '4'), median('1', '2', '4', '100')]).toEqual([
      undefined,
      '3',
      '4',
      '3',
    ]);
  });
});

describe('sources agree', () => {
  it('on the median of those within the deviation of the median of all', () => {
    expect(shown(['100', '101', '100', '150'])).toBe('100');
    expect(shown(['100', '100.5', '99.5', '150'])).toBe('100');
  });

  it('at exactly the deviation, and no longer beyond it', () => {
    expect(shown(['100', '100', '101'], { ...RULE, minSources: 3 })).toBe('100');
    expect(shown(['100', '100', '101.000001'], { ...RULE, minSources: 3 })).toBeUndefined();
    expect(shown(['100', '100', '99'], { ...RULE, minSources: 3 })).toBe('100');
    expect(shown(['100', '100', '98.999999'], { ...RULE, minSources: 3 })).toBeUndefined();
  });

  it('not when too few spoke, too few are close, or as many are far as close', () => {
    expect(shown([])).toBeUndefined();
    expect(shown(['100'])).toBeUndefined();
    expect(shown(['100'], { ...RULE, minSources: 1 })).toBe('100');
    expect(shown(['100', '110'])).toBeUndefined();
    expect(shown(['100', '100', '110', '110'], { ...RULE, minSources: 1 })).toBeUndefined();
  });

  it('whatever one of three sources says, the result is what the other two say', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (wrong) => {
        const result = shown(['1000', '1001', (wrong === 0n ? 1n : wrong).toString()]);
        const value = Number(result);
        expect(value).toBeGreaterThanOrEqual(1000);
        expect(value).toBeLessThanOrEqual(1001);
      }),
    );
  });
});

describe('conversion rates', () => {
  const rates = () => {
    const made = new ConversionRates({ ...RULE, freshMs: 60_000 });
    const say = (asset: string, value: string, at = NOW, sources = ['a', 'b']) => {
      for (const source of sources) made.take({ source, asset, value: decimalFrom(value), at });
    };
    return { made, say };
  };

  it('are values divided by each other, so that they fit together', () => {
    const { made, say } = rates();
    say('ETH', '3000');
    say('BTC', '60000');
    say('JPY', '0.00625');
    expect(made.rate('ETH', 'USD', NOW)).toEqual({ rate: '3000', at: NOW });
    expect(made.rate('ETH', 'JPY', NOW).rate).toBe('480000');
    expect(made.rate('ETH', 'BTC', NOW).rate).toBe('0.05');
    expect(made.rate('BTC', 'ETH', NOW).rate).toBe('20');
    expect(made.rate('ETH', 'ETH', NOW).rate).toBe('1');
    expect(made.rate('USD', 'USD', NOW).rate).toBe('1');
    expect(made.rate('ETH', 'EUR', NOW)).toEqual({ rate: null, at: NOW });
  });

  it('are fresh for exactly as long as the rule says, and again with the next reports', () => {
    const { made, say } = rates();
    say('ETH', '3000');
    expect(made.rate('ETH', 'USD', NOW + 60_000)).toEqual({ rate: '3000', at: NOW });
    expect(made.rate('ETH', 'USD', NOW + 60_001)).toEqual({ rate: null, at: NOW + 60_001 });
    say('ETH', '3001', NOW + 60_001);
    expect(made.rate('ETH', 'USD', NOW + 60_001).rate).toBe('3001');
  });

  it('need as many fresh sources as the rule says', () => {
    const { made, say } = rates();
    say('ETH', '3000', NOW, ['a']);
    say('ETH', '3000', NOW + 30_000, ['b']);
    expect(made.rate('ETH', 'USD', NOW + 60_000)).toEqual({ rate: '3000', at: NOW + 30_000 });
    expect(made.rate('ETH', 'USD', NOW + 60_001).rate).toBeNull();
  });

  it('are none while sources deviate, and an old report doesn’t replace a newer one', () => {
    const { made, say } = rates();
    say('ETH', '3000', NOW, ['a']);
    say('ETH', '3300', NOW, ['b']);
    expect(made.rate('ETH', 'USD', NOW).rate).toBeNull();
    say('ETH', '3000', NOW, ['b']);
    say('ETH', '9999', NOW - 1, ['b']);
    expect(made.rate('ETH', 'USD', NOW).rate).toBe('3000');
  });
});

describe('the board of rates', () => {
  it('tells what is new, changed or stale at once, and the rest again after a while', () => {
    const board = new RateBoard(10_000);
    const say = (rate: string | null, now: number) =>
      board.changes([{ ...conversionPair('ETH', 'USD'), rate, at: now }], now).map((each) => each.rate);
    expect(say('1', NOW)).toEqual(['1']);
    expect(say('1', NOW + 9_999)).toEqual([]);
    expect(say('1', NOW + 10_000)).toEqual(['1']);
    expect(say('2', NOW + 10_001)).toEqual(['2']);
    expect(say(null, NOW + 10_002)).toEqual([null]);
    expect(say(null, NOW + 10_003)).toEqual([]);
    expect(say('2', NOW + 10_004)).toEqual(['2']);
  });
});
