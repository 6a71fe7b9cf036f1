import { describe, expect, it } from '@jest/globals';
import { address, amount, AMOUNT_MAX, formatRate, type Side, type TokenAmount } from '@exchange/core/kernel';
import fc from 'fast-check';
import { checkTerms } from '../../src/check-terms';
import { sideOf, signedRate } from './market-side';
import { anyTerms } from '../../test/random-order.fixture';
import { type OrderTerms, parseTerms, termsFrom, termsText } from './terms';

const eth = address(`0x${'00'.repeat(20)}`);
const dai = address(`0x${'a1'.repeat(20)}`);
const other = address(`0x${'b2'.repeat(20)}`);
const NOW_MS = 1_700_000_000_000;
const DAY = 86_400;

const good: OrderTerms = {
  sellToken: eth,
  sellAmount: amount(10_001n),
  buyToken: dai,
  buyAmount: amount(10_001n),
  expiry: NOW_MS / 1000 + DAY + 1,
  nonce: 0,
};
const code = (change: Partial<OrderTerms>): string => {
  const checked = checkTerms({ ...good, ...change }, NOW_MS);
  return checked.ok ? 'ok' : checked.code;
};

describe('terms as text', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        expect(parseTerms(termsText(terms))).toEqual({ ok: true, value: terms });
        expect(termsFrom(termsText(terms))).toEqual(terms);
      }),
    );
  });

  it.each([
    [{ sellToken: '0x12' }, 'INVALID_FIELD: sellToken'],
    [{ buyToken: 'ETH' }, 'INVALID_FIELD: buyToken'],
    [{ sellAmount: '1.5' }, 'INVALID_FIELD: sellAmount'],
    [{ buyAmount: '01' }, 'INVALID_FIELD: buyAmount'],
    [{ buyAmount: (AMOUNT_MAX + 1n).toString() }, 'AMOUNT_OUT_OF_RANGE: buyAmount'],
    [{ expiry: 2 ** 32 }, 'INVALID_FIELD: expiry'],
    [{ expiry: 1.5 }, 'INVALID_FIELD: expiry'],
    [{ nonce: -1 }, 'INVALID_FIELD: nonce'],
    [{ nonce: 2 ** 53 }, 'INVALID_FIELD: nonce'],
  ])('are refused with the field named: %j', (change, expected) => {
    const parsed = parseTerms({ ...termsText(good), ...change });
    expect(parsed.ok ? 'ok' : `${parsed.code}: ${parsed.message}`).toContain(expected);
  });

  it('of our own making are a defect when malformed', () => {
    expect(() => termsFrom({ ...termsText(good), expiry: -1 })).toThrow('expiry');
    expect(() => termsFrom({ ...termsText(good), sellAmount: 'x' })).toThrow('amount');
  });

  it('take addresses in any letter case', () => {
    expect(parseTerms({ ...termsText(good), buyToken: `0x${'A1'.repeat(20)}` })).toEqual({
      ok: true,
      value: good,
    });
  });
});

describe('valid terms', () => {
  it('trade two tokens', () => {
    expect(code({})).toBe('ok');
    expect(code({ buyToken: eth })).toBe('TOKEN_MISMATCH');
  });

  it('have amounts above 10 000 units and up to 2^128−1', () => {
    expect(code({ sellAmount: amount(10_000n) })).toBe('AMOUNT_TOO_SMALL');
    expect(code({ buyAmount: amount(10_000n) })).toBe('AMOUNT_TOO_SMALL');
    expect(code({ buyAmount: AMOUNT_MAX })).toBe('ok');
    expect(code({ buyAmount: (AMOUNT_MAX + 1n) as TokenAmount })).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('expire more than 24 h from now, within uint32', () => {
    expect(code({ expiry: NOW_MS / 1000 + DAY })).toBe('EXPIRY_TOO_EARLY');
    expect(code({ expiry: NOW_MS / 1000 })).toBe('EXPIRY_TOO_EARLY');
    expect(code({ expiry: 2 ** 32 - 1 })).toBe('ok');
    expect(code({ expiry: 2 ** 32 })).toBe('INVALID_FIELD');
    expect(code({ expiry: good.expiry + 0.5 })).toBe('INVALID_FIELD');
  });

  it('have a nonce up to 2^53−1', () => {
    expect(code({ nonce: 2 ** 53 - 1 })).toBe('ok');
    expect(code({ nonce: 2 ** 53 })).toBe('INVALID_FIELD');
    expect(code({ nonce: -1 })).toBe('INVALID_FIELD');
  });
});

describe('an order in a market', () => {
  const market = { traded: { contract: eth }, quote: { contract: dai } };

  it('sells or buys the traded token', () => {
    expect(sideOf(good, market)).toEqual({ ok: true, value: 'sell' });
    expect(sideOf({ ...good, sellToken: dai, buyToken: eth }, market)).toEqual({ ok: true, value: 'buy' });
  });

  it('has no side in a market of other tokens', () => {
    expect(sideOf({ ...good, buyToken: other }, market)).toMatchObject({ ok: false, code: 'TOKEN_MISMATCH' });
    expect(sideOf({ ...good, sellToken: other }, market)).toMatchObject({
      ok: false,
      code: 'TOKEN_MISMATCH',
    });
  });

  it('has a signed rate, rounded down for buys and up for sells', () => {
    const decimals = { traded: 18, quote: 18 };
    const shown = (terms: OrderTerms, side: Side): string => {
      const rate = signedRate(terms, side, decimals);
      return rate === undefined ? 'none' : formatRate(rate);
    };
    const [two, three] = [amount(20_000n), amount(30_000n)];
    expect(shown({ ...good, sellAmount: three, buyAmount: two }, 'sell')).toBe('0.66667');
    expect(shown({ ...good, sellAmount: two, buyAmount: three }, 'buy')).toBe('0.66666');
    expect(shown({ ...good, sellAmount: amount(10_001n), buyAmount: AMOUNT_MAX }, 'buy')).toBe('none');
  });
});
