import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  amountDecimals,
  amountWriter,
  compact,
  cut,
  filled,
  grouped,
  signed,
  spreadOf,
  tokens,
} from './figures';

describe('figures', () => {
  it.each([
    ['1', '1'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.1234', '1,234,567.1234'],
  ])('%s has its digits in groups: %s', (text, expected) => expect(grouped(text)).toBe(expected));

  it.each([
    ['300', 2, '300.00'],
    ['300.5', 2, '300.50'],
    ['0.00000001', 2, '0.00000001'],
    ['7', 0, '7'],
  ])('%s is filled up to %d decimals: %s', (text, decimals, expected) =>
    expect(filled(text, decimals)).toBe(expected),
  );

  it.each([
    ['1.239', 2, '1.23'],
    ['1', 4, '1.0000'],
    ['0.00001', 4, '<0.0001'],
    ['0.9', 0, '<1'],
    ['0', 2, '0.00'],
  ])('%s is cut off after %d decimals: %s', (text, decimals, expected) =>
    expect(cut(text, decimals)).toBe(expected),
  );

  it('what is cut off is never more than it was', () => {
    const decimals = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 999_999n }));
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 6 }), ([whole, fraction], shown) => {
        const text = `${whole}.${fraction.toString().padStart(6, '0')}`;
        const short = cut(text, shown);
        if (!short.startsWith('<')) expect(text.startsWith(shown === 0 ? `${short}.` : short)).toBe(true);
      }),
    );
  });

  it.each([0, 1, 17, 18])('amounts are written as they are cut off, of 18 decimals %d', (shown) => {
    const write = amountWriter(18, shown);
    const cutOff = (units: bigint) => grouped(cut(tokens(units, 18), shown));
    const least = 10n ** BigInt(18 - shown);
    for (const units of [
      0n,
      1n,
      least - 1n,
      least,
      least + 1n,
      1_000n * 10n ** 18n - 1n,
      1_000n * 10n ** 18n,
    ])
      expect(write(units)).toBe(cutOff(units));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => write(units) === cutOff(units)),
    );
  });

  it.each([
    ['0', '0.0000'],
    ['12.5', '12.50'],
    ['9999.99', '9,999.99'],
    ['12345', '12.3K'],
    ['999999', '999K'],
    ['1234567.8', '1.23M'],
    ['1234567890123456', '1,234T'],
  ])('%s in short is %s', (text, expected) => expect(compact(text)).toBe(expected));

  it.each([
    ['-2.91', '−2.91%'],
    ['2.919', '+2.91%'],
    ['0', '0.00%'],
    ['0.00', '0.00%'],
    ['-0.001', '−<0.01%'],
  ])('a change of %s percent shows its sign: %s', (text, expected) => expect(signed(text)).toBe(expected));

  it.each([
    ['300.5', 18, 4],
    ['0.0123', 18, 2],
    ['1', 18, 2],
    ['65000', 18, 6],
    ['65000', 2, 2],
  ])('beside a rate of %s an amount with %d decimals shows %d', (rate, decimals, expected) =>
    expect(amountDecimals(rate, decimals)).toBe(expected),
  );

  it('the spread is exact, and its percent is of the middle', () => {
    expect(spreadOf('299', '301')).toEqual({ rate: '2', percent: '0.66%' });
    expect(spreadOf('0.00000001', '0.00000002')).toEqual({ rate: '0.00000001', percent: '66.66%' });
    expect(spreadOf('301', '301')).toBeUndefined();
    expect(spreadOf(undefined, '301')).toBeUndefined();
  });
});
