import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountText, durationText, smallestUnits } from './units';

const token = (decimals: number) => ({ token: '0x' as never, symbol: 'TOK', decimals });

describe('amounts as a person writes them', () => {
  it('come back exactly, for every number of decimals', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 255 }), (units, decimals) => {
        const text = amountText(units, token(decimals)).replace(' TOK', '');
        expect(smallestUnits(text, token(decimals))).toBe(units);
      }),
    );
  });

  it.each([
    ['1.5', 6, 1_500_000n],
    ['1.50', 6, 1_500_000n],
    ['0.000001', 6, 1n],
    ['7', 0, 7n],
    [' 12 ', 2, 1_200n],
  ])('%p with %i decimals is %i units', (text, decimals, units) => {
    expect(smallestUnits(text, token(decimals))).toBe(units);
  });

  it.each(['', '1,5', '-1', '1e3', '.5', '1.', '01', '0x10', 'all'])('%p is refused', (text) => {
    expect(() => smallestUnits(text, token(18))).toThrow('is no amount of TOK');
  });

  it('are never rounded', () => {
    expect(() => smallestUnits('0.0000001', token(6))).toThrow('TOK has 6 decimals, not 7');
    expect(() => smallestUnits('1.0', token(0))).toThrow('TOK has 0 decimals, not 1');
  });
});

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [3_600, '1 h'],
  [86_399, '23 h 59 min'],
  [90_061, '1 d 1 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
