import { describe, expect, it } from '@jest/globals';
import { formatRate, wholeTokens } from '@exchange/core/kernel';
import fc from 'fast-check';
import { typedAmount, typedRate } from './typed-amount';
import { asTyped, decimalSignOf, type DecimalSign, readDecimal } from './typed-decimal';

const LOCALES = [
  ...['en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'pl-PL', 'ru-RU', 'sv-SE', 'pt-BR'],
  ...['hi-IN', 'ar-EG', 'fa-IR', 'ja-JP', 'tr-TR', 'id-ID'],
];

/** What is said of each text for a reader with a point and for one with a comma: its number, both numbers, or nothing. */
const TEXTS: readonly (readonly [typed: string, point: string, comma: string])[] = [
  ['', '', ''],
  ['  ', '', ''],
  ['0', '0', '0'],
  ['1', '1', '1'],
  ['007', '7', '7'],
  ['1.5', '1.5', '1.5'],
  ['1,5', '1.5', '1.5'],
  ['1.50', '1.5', '1.5'],
  ['1.000', '1', '1000|1'],
  ['1,000', '1000|1', '1000|1'],
  ['1.234', '1.234', '1234|1.234'],
  ['1,234', '1234|1.234', '1234|1.234'],
  ['12,345', '12345|12.345', '12345|12.345'],
  ['123,456', '123456|123.456', '123456|123.456'],
  ['1234,567', '1234.567', '1234.567'],
  ['1234.567', '1234.567', '1234.567'],
  ['0,123', '0.123', '0.123'],
  ['0.123', '0.123', '0.123'],
  ['00,123', '123|0.123', '123|0.123'],
  ['1,2345', '1.2345', '1.2345'],
  ['1,23', '1.23', '1.23'],
  ['.5', '0.5', '0.5'],
  [',5', '0.5', '0.5'],
  [',500', '0.5', '0.5'],
  ['5.', '5', '5'],
  ['5,', '5', '5'],
  ['1,234,567', '1234567', '1234567'],
  ['1.234.567', '1234567', '1234567'],
  ['1,234.5', '1234.5', '1234.5'],
  ['1.234,5', '1234.5', '1234.5'],
  ['1,234.567', '1234.567', '1234.567'],
  ['1.234,567', '1234.567', '1234.567'],
  ['1,234.', '1234', '1234'],
  ['12,34,567', '1234567', '1234567'],
  ['12,34,567.8', '1234567.8', '1234567.8'],
  ['1 234', '1234', '1234'],
  ['1\u00a0234,5', '1234.5', '1234.5'],
  ['1\u202f234\u202f567,25', '1234567.25', '1234567.25'],
  ['1\u2009234.567', '1234.567', '1234.567'],
  ["1'234.5", '1234.5', '1234.5'],
  ['1’234’567', '1234567', '1234567'],
  ['١٬٢٣٤٫٥', '1234.5', '1234.5'],
  ['۱۲٫۵', '12.5', '12.5'],
  ['١ ٢٣٤٫٥', '1234.5', '1234.5'],
  ['1٬234.5', '1234.5', '1234.5'],
  ["1'234٬567", '!groups', '!groups'],
  ['1٫2.3', '!two points', '!two points'],
  ['1\t234', '!unseen characters', '!unseen characters'],
  ['1\u200b5', '!unseen characters', '!unseen characters'],
  ['１２．５', '12.5', '12.5'],
  ['१,२३४.५', '1234.5', '1234.5'],
  ['1,23,45', '!groups', '!groups'],
  ['1,2345,678', '!groups', '!groups'],
  ['12 34', '!groups', '!groups'],
  ['0,123,456', '!groups', '!groups'],
  ['0 123', '!groups', '!groups'],
  ["1 234'567", '!groups', '!groups'],
  ['1,234,567.8.9', '!two points', '!two points'],
  ['1.2.3', '!groups', '!groups'],
  ['1.234,567,8', '!two points', '!two points'],
  ['1,234.567,8', '!two points', '!two points'],
  ['1.234,567.8', '!two points', '!two points'],
  ['1 234,5.6', '!two points', '!two points'],
  ['-1', '!sign', '!sign'],
  ['−1', '!sign', '!sign'],
  ['+1', '!sign', '!sign'],
  ['1e5', '!exponent', '!exponent'],
  ['1.5E-3', '!exponent', '!exponent'],
  ['$5', '!other characters', '!other characters'],
  ['5 ETH', '!other characters', '!other characters'],
  ['0x10', '!other characters', '!other characters'],
  ['1/2', '!other characters', '!other characters'],
  ['.', '!no digits', '!no digits'],
  [',', '!no digits', '!no digits'],
  ['NaN', '!other characters', '!other characters'],
  ['9'.repeat(101), '!too long', '!too long'],
];

function said(typed: string, sign: DecimalSign): string {
  const result = readDecimal(typed, sign);
  switch (result.kind) {
    case 'empty':
      return '';
    case 'read':
      return result.decimal;
    case 'ambiguous':
      return result.readings.join('|');
    case 'refused':
      return `!${result.fault}`;
  }
}

/** Numbers of all sizes: 200 of them, the same in each run. */
const NUMBERS = Array.from({ length: 200 }, (_, at) => {
  const digits = String((BigInt(at) * 7_919n + 1n) ** 4n).slice(0, 1 + (at % 18));
  const places = at % 28;
  return wholeTokens(BigInt(digits), places);
});

/** Writes plain decimals as people of a language do, with all their digits. */
function writer(locale: string, useGrouping: boolean): (number: string) => string {
  const format = new Intl.NumberFormat(locale, { useGrouping });
  const sign = format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return (number) => {
    const [whole = '0', fraction] = number.split('.');
    const behind = [...(fraction ?? '')].map((digit) => digits[Number(digit)]).join('');
    return `${format.format(BigInt(whole))}${fraction === undefined ? '' : sign}${behind}`;
  };
}

describe('a typed number', () => {
  it.each(TEXTS)('%j is %j where points, %j where commas stand before fractions', (typed, point, comma) => {
    expect([said(typed, '.'), said(typed, ',')]).toEqual([point, comma]);
  });

  it('is exactly what its language meant, or both that it can mean, in every language', () => {
    let asked = 0;
    const wrong: unknown[] = [];
    for (const locale of LOCALES) {
      const sign = decimalSignOf(locale);
      const write = writer(locale, true);
      for (const number of NUMBERS) {
        const result = readDecimal(write(number), sign);
        if (result.kind === 'ambiguous') asked += 1;
        const isRight =
          result.kind === 'ambiguous'
            ? result.readings.includes(number)
            : result.kind === 'read' && result.decimal === number;
        if (!isRight) wrong.push({ locale, number, typed: write(number), result });
      }
    }
    expect(wrong).toEqual([]);
    // Asked, not guessed, and seldom.
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan((LOCALES.length * NUMBERS.length) / 20);
  });

  it('is what a field says again that the page has filled', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 27 }))
      .map(([units, places]) => wholeTokens(units, places));
    fc.assert(
      fc.property(decimal, fc.constantFrom<DecimalSign>('.', ','), (text, sign) => {
        expect(readDecimal(asTyped(text, sign), sign)).toEqual({ kind: 'read', decimal: text });
      }),
    );
  });

  it('has the sign of the language before its fraction', () => {
    expect(['en', 'de', 'fr', 'de-CH', 'ar-EG', 'pt-BR'].map(decimalSignOf)).toEqual([
      ...['.', ',', ',', '.', '.', ','],
    ]);
  });
});

describe('a typed amount', () => {
  it.each([
    ['1.2345', 2, ['1.23', '1.24']],
    ['0.001', 2, ['0.01']],
    ['5.5', 0, ['5', '6']],
    ['1.0000000000000000000000000001', 27, ['1', '1.000000000000000000000000001']],
  ])('%s with %i decimals has these beside it', (typed, decimals, nearest) => {
    expect(typedAmount(typed, decimals, '.')).toEqual({
      kind: 'faulty',
      fault: { kind: 'decimals', decimals, nearest },
    });
  });

  it('has no superfluous zeros, of which a token with few decimals knows nothing', () => {
    expect(typedAmount('5.000', 0, '.')).toEqual({ kind: 'exact', value: 5n, text: '5' });
  });

  it('is at most 2^128-1', () => {
    const max = (1n << 128n) - 1n;
    expect(typedAmount(String(max), 0, '.')).toMatchObject({ kind: 'exact', value: max });
    expect(typedAmount(String(max + 1n), 0, '.')).toMatchObject({ fault: { kind: 'too large' } });
  });
});

describe('a typed rate', () => {
  it.each([
    ['300', '300'],
    ['0,6483', '0.6483'],
    ['200.190', '200.19'],
    ['1 234,5', '1234.5'],
    ['123450000', '123450000'],
  ])('%s is %s', (typed, rate) => {
    const result = typedRate(typed, '.');
    expect(result).toMatchObject({ kind: 'exact', text: rate });
    if (result.kind === 'exact') expect(formatRate(result.value)).toBe(rate);
  });

  it.each([
    ['200.1957', ['200.19', '200.2']],
    ['1.23456', ['1.2345', '1.2346']],
    ['0.123456789', ['0.12345', '0.12346']],
    ['0.000000015', ['0.00000001', '0.00000002']],
    ['0.000000001', ['0.00000001']],
    ['99999.5', ['99999', '100000']],
    ['900000000000000', []],
  ])('%s has these beside it', (typed, nearest) => {
    expect(typedRate(typed, '.')).toEqual({ kind: 'faulty', fault: { kind: 'digits', nearest } });
  });

  it('is above 0', () => {
    expect(typedRate('0.0', '.')).toMatchObject({ fault: { kind: 'zero' } });
  });
});
