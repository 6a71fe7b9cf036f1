import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareRatios, divideRatios, formatDecimal, movedBy, parseDecimal } from './decimal';

const TEN_THOUSANDTH = { numerator: 1n, denominator: 10_000n };
const ratio = (text: string) => {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new Error(`no decimal: ${text}`);
  return parsed;
};

describe('a decimal number', () => {
  it.each([
    ['1834.02', '1834.02'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1.8e3', '1800'],
    ['1.8E-7', '0.00000018'],
    ['25e+2', '2500'],
    ['007.50', '7.5'],
  ])('is read exactly from its text: %s', (text, shown) => {
    expect(formatDecimal(ratio(text))).toBe(shown);
  });

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e31',
    '1e',
    'NaN',
    'Infinity',
    '0x10',
    ' 1',
    '1,5',
    '1_0',
  ])('is nothing else: "%s"', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('keeps 15 significant digits and 18 decimals, rounded to the nearest, halves up', () => {
    expect(formatDecimal(ratio('1234567890.123454'))).toBe('1234567890.12345');
    expect(formatDecimal(ratio('1234567890.123455'))).toBe('1234567890.12346');
    expect(formatDecimal(ratio('0.0000000000000000014'))).toBe('0.000000000000000001');
    expect(formatDecimal(ratio('0.0000000000000000015'))).toBe('0.000000000000000002');
    expect(formatDecimal(ratio('0.0000000000000000004'))).toBeUndefined();
    expect(formatDecimal(ratio('12345678901234567'))).toBe('12345678901234600');
    expect(formatDecimal(ratio('999999999999999.6'))).toBe('1000000000000000');
    expect(formatDecimal({ numerator: 1n, denominator: 3n })).toBe('0.333333333333333');
    expect(formatDecimal({ numerator: 1n, denominator: 300n })).toBe('0.00333333333333333');
  });

  it('comes back as it was written, and is never further off than half its last digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (numerator, denominator) => {
          const text = formatDecimal({ numerator, denominator });
          if (text === undefined) return;
          expect(text).toMatch(/^(0|[1-9][0-9]{0,30})(\.[0-9]{1,18})?$/);
          expect(formatDecimal(ratio(text))).toBe(text);
          const tolerance = { numerator: 1n, denominator: 10n ** 14n };
          if (numerator > denominator)
            expect(movedBy({ numerator, denominator }, ratio(text), tolerance)).toBe(false);
        },
      ),
    );
  });

  it('is compared and divided exactly', () => {
    expect(formatDecimal(divideRatios(ratio('3000'), ratio('1.25')))).toBe('2400');
    expect(compareRatios(ratio('0.1'), ratio('1e-1'))).toBe(0);
    expect(compareRatios(ratio('0.1'), ratio('0.10000000000000000001'))).toBe(-1);
  });

  it('has moved from one ten-thousandth on, up and down', () => {
    const moved = (to: string) => movedBy(ratio('10000'), ratio(to), TEN_THOUSANDTH);
    expect([moved('10001'), moved('9999'), moved('10000.99'), moved('9999.01')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
