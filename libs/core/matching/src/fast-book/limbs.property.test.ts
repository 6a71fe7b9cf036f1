import { describe, expect, it } from '@jest/globals';
import {
  AMOUNT_MAX,
  amount,
  bookRate,
  divideDown,
  divideUp,
  RATE_KEY_MAX,
  rateKey,
  rateRatio,
  type Side,
} from '@exchange/core/kernel';
import fc from 'fast-check';
import { compareProducts, Limbs } from './limbs';
import { RateArithmetic } from './rate-arithmetic';
import { NONE } from './cells';

function limbsOf(value: bigint): Limbs {
  const limbs = new Limbs();
  limbs.setBigInt(value);
  return limbs;
}

const ran = (value: bigint, work: (limbs: Limbs) => unknown): bigint => {
  const limbs = limbsOf(value);
  work(limbs);
  expect(limbs.size === 0 || limbs.cells[limbs.size - 1] !== 0).toBe(true);
  return limbs.toBigInt();
};

const whole = fc.oneof(
  fc.bigInt(0n, AMOUNT_MAX),
  fc.nat(200).chain((bits) => fc.constant(bits > 127 ? AMOUNT_MAX : 1n << BigInt(bits))),
  fc.nat(127).map((bits) => (1n << BigInt(bits)) - 1n),
  fc.bigInt(0n, 1_000n),
);
const positive = whole.map((value) => value || 1n);
const small = fc.integer({ min: 1, max: 2 ** 24 - 1 });
const tens = fc.nat(40);
const decimals = fc.record({
  traded: fc.constantFrom(0, 6, 8, 18, 27),
  quote: fc.constantFrom(0, 6, 8, 18, 27),
});
const key = fc.oneof(
  fc.integer({ min: 1, max: RATE_KEY_MAX }),
  fc.constantFrom(1, 9_999, 10_000, 99_999, 100_000, 190_000, RATE_KEY_MAX),
);
const RUNS = { numRuns: 500 };

describe('limbs', () => {
  it('do what whole numbers do', () => {
    fc.assert(
      fc.property(whole, whole, small, tens, (a, b, factor, ten) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const by = BigInt(factor);
        expect(ran(a, (x) => x.add(limbsOf(b)))).toBe(a + b);
        expect(ran(high, (x) => x.subtract(limbsOf(low)))).toBe(high - low);
        expect(ran(a, (x) => x.timesSmall(factor))).toBe(a * by);
        expect(ran(a, (x) => x.overSmall(factor))).toBe(a / by);
        expect(limbsOf(a).overSmall(factor)).toBe(Number(a % by));
        expect(ran(a, (x) => x.overSmallUp(factor))).toBe(divideUp(a, by));
        expect(ran(a, (x) => x.timesTen(ten))).toBe(a * 10n ** BigInt(ten));
        expect(ran(a, (x) => x.overTen(ten))).toBe(a / 10n ** BigInt(ten));
        expect(ran(a, (x) => x.overTenUp(ten))).toBe(divideUp(a, 10n ** BigInt(ten)));
        expect(ran(a, (x) => x.increment())).toBe(a + 1n);
        expect(ran(a + 1n, (x) => x.decrement())).toBe(a);
        expect(ran(a, (x) => x.atMost(limbsOf(b)))).toBe(low);
        expect(Math.sign(limbsOf(a).compare(limbsOf(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('are read from and written to four words', () => {
    fc.assert(
      fc.property(whole, (value) => {
        const words = new Int32Array(6);
        limbsOf(value).store(words, 1);
        expect(
          new DataView(words.buffer).getBigUint64(12, true) * (1n << 64n) +
            new DataView(words.buffer).getBigUint64(4, true),
        ).toBe(value);
        const limbs = new Limbs();
        limbs.load(words, 1);
        expect(limbs).toEqual(expect.objectContaining({ size: limbsOf(value).size }));
        expect(limbs.toBigInt()).toBe(value);
      }),
      RUNS,
    );
  });

  it('refuse to be written above the largest amount, and to go below zero', () => {
    expect(() => limbsOf(AMOUNT_MAX + 1n).store(new Int32Array(4), 0)).toThrow('amount out of range');
    expect(() => limbsOf(1n << 200n).store(new Int32Array(4), 0)).toThrow('amount out of range');
    expect(() => limbsOf(5n).subtract(limbsOf(6n))).toThrow('amount below zero');
    expect(() => limbsOf(5n).subtract(limbsOf(1n << 100n))).toThrow('amount below zero');
  });

  it('tell which of two products is larger, and when they are equal', () => {
    fc.assert(
      fc.property(whole, whole, whole, whole, fc.bigInt(-1n, 1n), (a, b, c, d, near) => {
        const sign = (value: bigint) => (value < 0n ? -1 : value > 0n ? 1 : 0);
        const compare = (...all: [bigint, bigint, bigint, bigint]) => {
          const [w, x, y, z] = all.map(limbsOf) as [Limbs, Limbs, Limbs, Limbs];
          return Math.sign(compareProducts(w, x, y, z));
        };
        expect(compare(a, b, c, d)).toBe(sign(a * b - c * d));
        expect(compare(a, b, b, a)).toBe(0);
        const other = a + near < 0n || a + near > AMOUNT_MAX ? a : a + near;
        expect(compare(a, b, other, b)).toBe(sign(a * b - other * b));
      }),
      RUNS,
    );
  });
});

describe('amounts and rates in limbs', () => {
  it('are multiplied and divided as by the exact ratio', () => {
    fc.assert(
      fc.property(whole, key, decimals, (value, at, of) => {
        const arithmetic = new RateArithmetic(of);
        const { numerator, denominator } = rateRatio(rateKey(at), of);
        expect(ran(value, (x) => arithmetic.timesDown(x, x, at))).toBe(
          divideDown(value * numerator, denominator),
        );
        expect(ran(value, (x) => arithmetic.timesUp(x, x, at))).toBe(
          divideUp(value * numerator, denominator),
        );
        expect(ran(value, (x) => arithmetic.overDown(x, x, at))).toBe(
          divideDown(value * denominator, numerator),
        );
        expect(ran(value, (x) => arithmetic.overUp(x, x, at))).toBe(divideUp(value * denominator, numerator));
      }),
      RUNS,
    );
  });

  const expectRate = (side: Side, traded: bigint, quote: bigint, of: { traded: number; quote: number }) => {
    const found = new RateArithmetic(of).bookRate(side === 'sell', limbsOf(traded), limbsOf(quote));
    expect(found).toBe(bookRate(side, traded, quote, of) ?? NONE);
  };

  it('give the book rate of the kernel, for any amounts', () => {
    fc.assert(
      fc.property(positive, positive, decimals, (traded, quote, of) => {
        expectRate('buy', traded, quote, of);
        expectRate('sell', traded, quote, of);
      }),
      RUNS,
    );
  });

  it('give it on, one unit below and one unit above each rate', () => {
    fc.assert(
      fc.property(positive, key, decimals, (size, at, of) => {
        const { numerator, denominator } = rateRatio(rateKey(at), of);
        const quote = divideUp(size * numerator, denominator);
        fc.pre(quote <= AMOUNT_MAX);
        for (const near of [-1n, 0n, 1n]) {
          for (const [traded, other] of [
            [size, quote + near],
            [size + near, quote],
          ] as const) {
            if (traded < 1n || other < 1n || traded > AMOUNT_MAX || other > AMOUNT_MAX) continue;
            expectRate('buy', amount(traded), amount(other), of);
            expectRate('sell', amount(traded), amount(other), of);
          }
        }
      }),
      RUNS,
    );
  });
});
