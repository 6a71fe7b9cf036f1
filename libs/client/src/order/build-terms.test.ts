import { describe, expect, it } from '@jest/globals';
import { formatRate, type RateKey, rateKey } from '@exchange/core/kernel';
import { signedRate } from '@exchange/core/order';
import fc from 'fast-check';
import { buildTerms, randomNonce } from './build-terms';
import { smallestUnits } from './decimal';
import { loginMessage } from './login-message';

const listedWith = (traded: number, quote: number) => ({
  tokens: {
    ETH: { contract: `0x${'00'.repeat(20)}`, name: 'Ether', decimals: traded },
    DAI: { contract: `0x${'a1'.repeat(20)}`, name: 'Dai', decimals: quote },
  },
  markets: { ETHDAI: { traded: 'ETH', quote: 'DAI', status: 'open' as const } },
});
const terms = (side: 'buy' | 'sell', amount: string, rate: string, traded = 18, quote = 18) =>
  buildTerms({ market: 'ETHDAI', side, amount, rate }, listedWith(traded, quote), 1_900_000_000, 1);

describe('an amount of whole tokens', () => {
  it.each([
    ['1.5', 6, 1_500_000n],
    ['0', 0, 0n],
    ['007', 0, 7n],
    ['0.000001', 6, 1n],
    ['123456789.123456789123456789', 18, 123456789123456789123456789n],
  ])('%s with %i decimals is exact', (text, decimals, units) => {
    expect(smallestUnits(text, decimals)).toBe(units);
  });

  it.each(['', '.5', '5.', '-1', '1e3', '1,5', ' 1', '0.0000001', '9'.repeat(40)])(
    'is refused: "%s"',
    (text) => {
      expect(() => smallestUnits(text, 6)).toThrow('INVALID_FIELD');
    },
  );
});

describe('the terms of an order', () => {
  it('of a buy sell the quote amount, rounded up', () => {
    expect(terms('buy', '0.5', '300')).toMatchObject({
      buyAmount: 5n * 10n ** 17n,
      sellAmount: 150n * 10n ** 18n,
    });
    expect(terms('buy', '0.333333333333333333', '0.33333', 18, 6)).toMatchObject({ sellAmount: 111_110n });
  });

  it('of a sell buy the quote amount, rounded down', () => {
    expect(terms('sell', '0.5', '300')).toMatchObject({
      sellAmount: 5n * 10n ** 17n,
      buyAmount: 150n * 10n ** 18n,
    });
    expect(terms('sell', '0.333333333333333333', '0.33333', 18, 6)).toMatchObject({ buyAmount: 111_109n });
  });

  it('have exactly the wished rate', () => {
    const side = fc.constantFrom('buy' as const, 'sell' as const);
    const units = fc
      .bigInt({ min: 10n ** 16n, max: 10n ** 26n })
      .map((value) => `${value / 10n ** 18n}.${(value % 10n ** 18n).toString().padStart(18, '0')}`);
    const rate = fc.integer({ min: 10_000, max: 1_000_000 }).map(rateKey);
    fc.assert(
      fc.property(side, units, rate, (wished, amount, key: RateKey) => {
        const built = terms(wished, amount, formatRate(key));
        expect(signedRate(built, wished, { traded: 18, quote: 18 })).toBe(key);
      }),
    );
  });

  it('are refused when the units are too coarse for the rate', () => {
    expect(() => terms('buy', '0.00001', '1.2345', 18, 6)).toThrow('AMOUNT_TOO_SMALL');
  });

  it('are refused for what is not listed or no rate', () => {
    const wish = { market: 'XY', side: 'buy' as const, amount: '1', rate: '1' };
    expect(() => buildTerms(wish, listedWith(18, 18), 1, 1)).toThrow('UNKNOWN_MARKET');
    expect(() => terms('buy', '1', '1.234567')).toThrow('INVALID_FIELD');
  });
});

describe('what no type checker has seen', () => {
  it.each([
    [{ side: 'short' }, 'INVALID_FIELD: side is buy or sell, not short'],
    [{ side: undefined }, 'INVALID_FIELD: side is buy or sell, not undefined'],
    [{ amount: 0.1 + 0.2 }, "texts such as '1.5', not 0.30000000000000004 (number)"],
    [{ amount: 1n }, "texts such as '1.5', not 1 (bigint)"],
    [{ rate: 200 }, "texts such as '1.5', not 200 (number)"],
  ])('is refused: %#', (wrong, message) => {
    const wish = { market: 'ETHDAI', side: 'buy', amount: '1', rate: '200', ...wrong };
    expect(() => buildTerms(wish as never, listedWith(18, 18), 1, 1)).toThrow(message);
  });
});

describe('a nonce', () => {
  it('is a safe integer and does not repeat', () => {
    const nonces = Array.from({ length: 200 }, randomNonce);
    expect(nonces.every((nonce) => Number.isSafeInteger(nonce) && nonce >= 0)).toBe(true);
    expect(new Set(nonces).size).toBe(200);
  });
});

describe('a login message', () => {
  it('ends with the nonce and never has 32 bytes', () => {
    for (let length = 0; length < 20; length += 1) {
      const message = loginMessage('x'.repeat(length), 1_700_000_000_000);
      expect(/[0-9]+$/.exec(message)?.[0]).toBe('1700000000000');
      expect(message).not.toHaveLength(32);
    }
  });
});
