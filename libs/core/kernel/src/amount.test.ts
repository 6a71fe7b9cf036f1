import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_MAX, amount, divideDown, divideUp, parseAmount, wholeTokens } from './amount';
import { DefectError } from './assert';

describe('amounts', () => {
  it('keep every value up to 2^128-1 exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: AMOUNT_MAX }), (value) => {
        expect(parseAmount(value.toString(), 'amount')).toEqual({ ok: true, value });
      }),
    );
  });

  it.each([AMOUNT_MAX + 1n, 10n ** 39n, 2n ** 256n - 1n])('refuse %p as too large', (value) => {
    expect(parseAmount(value.toString(), 'amount')).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE' });
  });

  it.each(['', ' 1', '1 ', '+1', '-1', '01', '1.0', '1e18', '0x10', '१', '1_000'])('refuse %p', (text) =>
    expect(parseAmount(text, 'sellAmount')).toMatchObject({ ok: false, code: 'INVALID_FIELD' }),
  );

  it('outside the range are a defect, never wrapped', () => {
    expect(() => amount(-1n)).toThrow(DefectError);
    expect(() => amount(AMOUNT_MAX + 1n)).toThrow(DefectError);
  });

  it('divide with the named rounding', () => {
    expect([divideDown(7n, 2n), divideUp(7n, 2n), divideUp(8n, 2n), divideUp(0n, 2n)]).toEqual([
      3n,
      4n,
      4n,
      0n,
    ]);
    expect(() => divideUp(1n, 0n)).toThrow(DefectError);
  });

  it('are shown in whole tokens without trailing zeros', () => {
    expect(wholeTokens(1_500_000n, 6)).toBe('1.5');
    expect(wholeTokens(1n, 18)).toBe('0.000000000000000001');
    expect(wholeTokens(0n, 18)).toBe('0');
    expect(wholeTokens(42n, 0)).toBe('42');
  });
});
