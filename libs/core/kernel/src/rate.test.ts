import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_MAX, pow10 } from './amount';
import {
  bookRate,
  coarsenRate,
  formatRate,
  parseRate,
  RATE_KEY_MAX,
  RATE_KEY_MIN,
  type RateKey,
  rateKey,
  rateRatio,
  type Side,
} from './rate';

const anyKey = fc.integer({ min: RATE_KEY_MIN, max: RATE_KEY_MAX }).map(rateKey);
const anyAmount = fc.bigInt({ min: 1n, max: AMOUNT_MAX });
const anyDecimals = fc.record({
  traded: fc.constantFrom(0, 6, 8, 18, 27),
  quote: fc.constantFrom(0, 6, 8, 18, 27),
});
const even = { traded: 18, quote: 18 };

/** The rate in units of 1e-8, straight from the key's definition. */
function scaledRate(key: RateKey): bigint {
  const ratio = rateRatio(key, { traded: 0, quote: 8 });
  return ratio.numerator / ratio.denominator;
}

describe('rate keys', () => {
  it('grow with the rate and have no gaps', () => {
    fc.assert(
      fc.property(fc.integer({ min: RATE_KEY_MIN, max: RATE_KEY_MAX - 1 }), (key) => {
        const step = scaledRate(rateKey(key + 1)) - scaledRate(rateKey(key));
        const magnitude = scaledRate(rateKey(key)).toString().length;
        expect(step).toBe(magnitude <= 5 ? 1n : pow10(magnitude - 5));
      }),
    );
  });

  it('cover exactly 1e-8 to 8e14', () => {
    expect(formatRate(RATE_KEY_MIN)).toBe('0.00000001');
    expect(formatRate(RATE_KEY_MAX)).toBe('800000000000000');
    expect(bookRate('sell', 1n, 800_000_000_000_000n, { traded: 0, quote: 0 })).toBe(RATE_KEY_MAX);
    expect(bookRate('sell', 1n, 800_010_000_000_000n, { traded: 0, quote: 0 })).toBeUndefined();
  });

  it('survive formatting and reading', () => {
    fc.assert(
      fc.property(anyKey, (key) =>
        expect(parseRate(formatRate(key), 'rate')).toEqual({ ok: true, value: key }),
      ),
    );
  });
});

describe('the book rate', () => {
  const cases: [Side, bigint, bigint, string | undefined][] = [
    ['buy', 3n, 1n, '0.33333'],
    ['sell', 3n, 1n, '0.33334'],
    ['buy', 1n, 123456n, '123450'],
    ['sell', 1n, 123456n, '123460'],
    ['buy', 10n ** 8n, 1n, '0.00000001'],
    ['buy', 10n ** 8n + 1n, 1n, undefined],
    ['sell', 10n ** 8n + 1n, 1n, '0.00000001'],
    ['sell', 10n ** 9n, 1n, '0.00000001'],
    ['sell', 100_000n, 999_995n, '10'],
    ['buy', 100_000n, 999_995n, '9.9999'],
    ['sell', 10n ** 8n, 999_995n, '0.01'],
    ['buy', 10n ** 8n, 999_995n, '0.0099999'],
    ['sell', 1n, 999_995n, '1000000'],
  ];

  it.each(cases)(
    'of a %s of %d traded for %d quote is rounded to the signer’s side',
    (side, traded, quote, rate) => {
      const key = bookRate(side, traded, quote, even);
      expect(key === undefined ? undefined : formatRate(key)).toBe(rate);
    },
  );

  it('is the largest key not above a buy’s exact rate and the smallest not below a sell’s', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyDecimals, (traded, quote, decimals) => {
        const exceeds = (key: number) => {
          const ratio = rateRatio(rateKey(key), decimals);
          return ratio.numerator * traded > quote * ratio.denominator;
        };
        const below = (key: number) => {
          const ratio = rateRatio(rateKey(key), decimals);
          return ratio.numerator * traded < quote * ratio.denominator;
        };
        const buy = bookRate('buy', traded, quote, decimals);
        if (buy === undefined) expect(exceeds(RATE_KEY_MIN) || below(RATE_KEY_MAX)).toBe(true);
        else expect(exceeds(buy) || (buy < RATE_KEY_MAX && !exceeds(buy + 1))).toBe(false);
        const sell = bookRate('sell', traded, quote, decimals);
        if (sell === undefined) expect(below(RATE_KEY_MAX)).toBe(true);
        else expect(below(sell) || (sell > RATE_KEY_MIN && !below(sell - 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('coarser rates', () => {
  it('keep N digits, buys down and sells up', () => {
    const key = rateKey(bookRate('buy', 100n, 12_345n, even) ?? 0);
    expect(formatRate(key)).toBe('123.45');
    expect(formatRate(coarsenRate(key, 'buy', 3))).toBe('123');
    expect(formatRate(coarsenRate(key, 'sell', 3))).toBe('124');
    expect(formatRate(coarsenRate(key, 'sell', 1))).toBe('200');
    expect(coarsenRate(key, 'buy', 5)).toBe(key);
  });

  it('never leave the side they are rounded to', () => {
    fc.assert(
      fc.property(anyKey, fc.integer({ min: 1, max: 5 }), (key, digits) => {
        expect(coarsenRate(key, 'buy', digits)).toBeLessThanOrEqual(key);
        expect(coarsenRate(key, 'sell', digits)).toBeGreaterThanOrEqual(key);
        expect(coarsenRate(coarsenRate(key, 'sell', digits), 'sell', digits)).toBe(
          coarsenRate(key, 'sell', digits),
        );
      }),
    );
  });
});

describe('rates that clients send', () => {
  it.each([
    '0',
    '-1',
    '1e3',
    '1.',
    '.5',
    '01',
    '1.234567',
    '123456',
    '0.000000001',
    ' 1',
    '1,5',
    'NaN',
    '0.0',
  ])('refuse %p and say what is right', (text) => {
    expect(parseRate(text, 'stopRate')).toMatchObject({ ok: false, code: 'INVALID_FIELD' });
  });

  it('accept trailing zeros that change nothing', () => {
    expect(parseRate('0.64830', 'stopRate')).toEqual(parseRate('0.6483', 'stopRate'));
  });
});
