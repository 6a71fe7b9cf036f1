import { describe, expect, it } from '@jest/globals';
import {
  AMOUNT_MAX,
  bookRate,
  divideDown,
  divideUp,
  type MarketDecimals,
  RATE_KEY_MAX,
  rateKey,
  rateRatio,
  type Side,
} from '@exchange/core/kernel';
import fc from 'fast-check';
import { BookMemory } from './book-memory';

const memory = new BookMemory();
const { module } = memory;
/** Records of the memory, where nothing else is. */
const [first, second, third, fourth] = [0, 1, 2, 3].map(() => module.takeRecord()) as [
  number,
  number,
  number,
  number,
];
const NO_RATE = -1;
const WORD = (1n << 64n) - 1n;

const whole = fc.oneof(
  fc.bigInt(0n, AMOUNT_MAX),
  fc.nat(127).map((bits) => 1n << BigInt(bits)),
  fc.nat(128).map((bits) => (1n << BigInt(bits)) - 1n),
  fc.bigInt(0n, 1_000n),
  // Words that are empty or full let carries go far.
  fc.tuple(fc.bigInt(0n, WORD), fc.constantFrom(0n, 1n, WORD)).map(([high, low]) => (high << 64n) | low),
);
const positive = whole.map((value) => value || 1n);
const decimals = fc.record({
  traded: fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
  quote: fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
});
const key = fc.oneof(
  fc.integer({ min: 1, max: RATE_KEY_MAX }),
  fc.constantFrom(1, 9_999, 10_000, 99_999, 100_000, 190_000, RATE_KEY_MAX),
);
const RUNS = { numRuns: 1000 };
const sign = (value: bigint) => (value < 0n ? -1 : value > 0n ? 1 : 0);

describe('products of amounts', () => {
  const compare = (a: bigint, b: bigint, c: bigint, d: bigint) => {
    memory.setAmount(first, a);
    memory.setAmount(second, b);
    memory.setAmount(third, c);
    memory.setAmount(fourth, d);
    return module.compareProducts(first, second, third, fourth);
  };

  it('are told apart, whether far, near or equal', () => {
    fc.assert(
      fc.property(whole, whole, whole, whole, fc.bigInt(-1n, 1n), (a, b, c, d, near) => {
        expect(compare(a, b, c, d)).toBe(sign(a * b - c * d));
        expect(compare(a, b, b, a)).toBe(0);
        const other = a + near < 0n || a + near > AMOUNT_MAX ? a : a + near;
        expect(compare(a, b, other, b)).toBe(sign(a * b - other * b));
        expect(compare(other, b, a, b)).toBe(sign(other * b - a * b));
      }),
      RUNS,
    );
  });
});

describe('amounts times and over a rate', () => {
  const expectRounded = (name: 'times' | 'over', value: bigint, at: number, isUp: boolean, exact: bigint) => {
    memory.setAmount(first, value);
    const fits = module[name](second, first, at, isUp) !== 0;
    expect([fits, memory.amount(second)]).toEqual(exact <= AMOUNT_MAX ? [true, exact] : [false, AMOUNT_MAX]);
  };

  const expectAll = (value: bigint, at: number, of: MarketDecimals) => {
    module.setDecimals(of.traded, of.quote);
    const { numerator, denominator } = rateRatio(rateKey(at), of);
    expectRounded('times', value, at, false, divideDown(value * numerator, denominator));
    expectRounded('times', value, at, true, divideUp(value * numerator, denominator));
    expectRounded('over', value, at, false, divideDown(value * denominator, numerator));
    expectRounded('over', value, at, true, divideUp(value * denominator, numerator));
  };

  it('are those of the exact ratio, or the largest amount', () => {
    fc.assert(
      fc.property(whole, key, decimals, (value, at, of) => expectAll(value, at, of)),
      RUNS,
    );
  });

  it('are so where a division comes out even, a unit below and a unit above', () => {
    const even = { traded: 18, quote: 18 };
    fc.assert(
      fc.property(fc.bigInt(1n, 1n << 100n), key, (size, at) => {
        const { numerator, denominator } = rateRatio(rateKey(at), even);
        for (const exact of [size * denominator, size * numerator]) {
          for (const near of [-1n, 0n, 1n]) if (exact + near <= AMOUNT_MAX) expectAll(exact + near, at, even);
        }
      }),
      RUNS,
    );
  });
});

describe('book rates', () => {
  const expectRate = (side: Side, traded: bigint, quote: bigint, of: MarketDecimals) => {
    module.setDecimals(of.traded, of.quote);
    memory.setAmount(first, traded);
    memory.setAmount(second, quote);
    expect(module.bookRate(side === 'sell', first, second)).toBe(
      bookRate(side, traded, quote, of) ?? NO_RATE,
    );
  };

  it('are those of the kernel, for any amounts', () => {
    fc.assert(
      fc.property(positive, positive, decimals, (traded, quote, of) => {
        expectRate('buy', traded, quote, of);
        expectRate('sell', traded, quote, of);
      }),
      RUNS,
    );
  });

  it('are so at each rate, a unit below and a unit above, and say when they are exact', () => {
    fc.assert(
      fc.property(positive, key, decimals, fc.bigInt(-1n, 1n), (size, at, of, near) => {
        const { numerator, denominator } = rateRatio(rateKey(at), of);
        const quote = divideUp(size * numerator, denominator) + near;
        fc.pre(quote >= 1n && quote <= AMOUNT_MAX);
        expectRate('buy', size, quote, of);
        expectRate('sell', size, quote, of);
        const found = module.bookRate(true, first, second);
        if (found === NO_RATE) return;
        const rate = rateRatio(rateKey(found), of);
        expect(module.isExact.value).toBe(size * rate.numerator === quote * rate.denominator ? 1 : 0);
      }),
      RUNS,
    );
  });
});
