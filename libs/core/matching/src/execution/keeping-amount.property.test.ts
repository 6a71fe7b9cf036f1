import { describe, expect, it } from '@jest/globals';
import { AMOUNT_MAX, divideUp, RATE_KEY_MAX, type Ratio, rateKey, rateRatio } from '@exchange/core/kernel';
import fc from 'fast-check';
import { slowKeeping } from '../../oracle/src/slow-keeping';
import { BookMemory } from '../book/book-memory';
import { largestKeeping } from './keeping-amount';

const RUNS = { numRuns: 1_000 };
const memory = new BookMemory();
const places = Array.from({ length: 6 }, () => memory.module.takeRecord());

const given = (most: bigint, { numerator, denominator }: Ratio) => divideUp(most * numerator, denominator);
const keeps = (most: bigint, price: Ratio, signed: Ratio) =>
  given(most, price) * signed.denominator <= most * signed.numerator;
const isAbove = (a: Ratio, b: Ratio) => a.numerator * b.denominator > b.numerator * a.denominator;

/** What the book's module makes of it. */
function inModule(most: bigint, price: Ratio, signed: Ratio): bigint {
  const numbers = [most, given(most, price), price.numerator, price.denominator];
  for (const [index, number] of [...numbers, signed.numerator, signed.denominator].entries())
    memory.setAmount(places[index] ?? 0, number);
  memory.module.largestKeeping(...(places as [number, number, number, number, number, number]));
  return memory.amount(places[0] ?? 0);
}

/** Σ floor((slope·a + shift) / by) for a = 1 … count (Graham, Knuth, Patashnik: Concrete Mathematics, 3.32). */
function floorSum(count: bigint, slope: bigint, shift: bigint, by: bigint): bigint {
  if (count === 0n) return 0n;
  const whole = (slope / by) * ((count * (count + 1n)) / 2n) + (shift / by) * count;
  const [s, t] = [slope % by, shift % by];
  const top = (s * count + t) / by;
  if (top === 0n) return whole;
  const rest = by - t - 1n;
  return whole + top * count - rest / s - floorSum(top - 1n, by, rest, s);
}

/** How many points of the grid lie between the slopes, up to an amount. */
function pointsUpTo(most: bigint, price: Ratio, signed: Ratio): bigint {
  const below = floorSum(most, signed.numerator, 0n, signed.denominator);
  const under = floorSum(most, price.numerator, price.denominator - 1n, price.denominator);
  return below - under + most;
}

/** A price that a market can have: five digits, of tokens with 0 to 27 decimals, whichever the maker sells. */
const prices = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 1, max: RATE_KEY_MAX }),
      fc.integer({ min: 1, max: 300_000 }),
      fc.constantFrom(1, 9_999, 10_000, 99_999, 100_000, 99_991, RATE_KEY_MAX),
    ),
    fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
    fc.constantFrom(0, 1, 2, 6, 8, 18, 27),
    fc.boolean(),
  )
  .map(([key, traded, quote, isInverse]): Ratio => {
    const { numerator, denominator } = rateRatio(rateKey(key), { traded, quote });
    return isInverse ? { numerator: denominator, denominator: numerator } : { numerator, denominator };
  })
  .filter(({ numerator, denominator }) => numerator <= AMOUNT_MAX && denominator <= AMOUNT_MAX);

const amounts = fc.oneof(
  fc.bigInt(1n, AMOUNT_MAX),
  fc.bigInt(1n, 200_000n),
  fc.nat(127).map((bits) => 1n << BigInt(bits)),
  fc.bigInt(0n, 1_000n).map((less) => AMOUNT_MAX - less),
);

/** What a taker could have signed that is worth a price: the same, a hair more, or much more, in amounts of any size. */
const signedFor = (price: Ratio) =>
  fc
    .tuple(amounts, fc.constantFrom(0n, 0n, 1n, 2n, 1_000n), fc.boolean())
    .map(([size, more, isExact]): Ratio => {
      const { numerator, denominator } = price;
      const times = AMOUNT_MAX / (numerator > denominator ? numerator : denominator);
      if (isExact && times > 0n) {
        const by = 1n + (size % times);
        return { numerator: numerator * by, denominator: denominator * by };
      }
      const sell = divideUp(size * numerator, denominator) + more;
      return sell > AMOUNT_MAX ? { numerator, denominator } : { numerator: sell, denominator: size };
    });

const questions = prices.chain((price) =>
  fc.record({ price: fc.constant(price), signed: signedFor(price), most: amounts }),
);

/** Only where rounding breaks the terms is anything asked. */
const isAsked = (most: bigint, price: Ratio, signed: Ratio) =>
  given(most, price) <= AMOUNT_MAX && !isAbove(price, signed) && !keeps(most, price, signed);

function expectLargest(found: bigint, most: bigint, price: Ratio, signed: Ratio): void {
  expect(found).toBeLessThan(most);
  if (found > 0n) expect(keeps(found, price, signed)).toBe(true);
  expect(pointsUpTo(most, price, signed) - pointsUpTo(found, price, signed)).toBe(0n);
}

describe('the largest amount that keeps what the taker signed', () => {
  let asked = 0;

  it('is the same by the rules on whole numbers, in the book’s module and as found one by one', () => {
    fc.assert(
      fc.property(questions, ({ price, signed, most }) => {
        fc.pre(isAsked(most, price, signed));
        asked += 1;
        const found = largestKeeping(most, price, signed);
        expect(found).toBe(slowKeeping(most, price, signed));
        expect(inModule(most, price, signed)).toBe(found);
        expectLargest(found, most, price, signed);
      }),
      { numRuns: 300 },
    );
    expect(asked).toBeGreaterThan(100);
  });

  it('is so for slopes that no market has: any two amounts, far and near, up to the largest', () => {
    const whole = fc.oneof(amounts, fc.constantFrom(1n, 2n, AMOUNT_MAX, AMOUNT_MAX - 1n));
    const near = fc.bigInt(-2n, 2n);
    const pairs = fc.tuple(whole, whole, near, near).map(([a, b, c, d]): [Ratio, Ratio] => {
      const within = (value: bigint) => (value < 1n ? 1n : value > AMOUNT_MAX ? AMOUNT_MAX : value);
      const ratios: [Ratio, Ratio] = [
        { numerator: a, denominator: b },
        { numerator: within(a + c), denominator: within(b + d) },
      ];
      return isAbove(ratios[0], ratios[1]) ? [ratios[1], ratios[0]] : ratios;
    });
    fc.assert(
      fc.property(pairs, amounts, ([price, signed], most) => {
        fc.pre(isAsked(most, price, signed));
        const found = largestKeeping(most, price, signed);
        expect(inModule(most, price, signed)).toBe(found);
        expectLargest(found, most, price, signed);
      }),
      RUNS,
    );
  });

  it('takes the most rounds, less than 190, where both ratios are neighbours among Fibonacci’s numbers', () => {
    const fibonacci = [1n, 1n];
    while ((fibonacci.at(-1) ?? 0n) < AMOUNT_MAX)
      fibonacci.push((fibonacci.at(-1) ?? 0n) + (fibonacci.at(-2) ?? 0n));
    fibonacci.pop();
    for (let last = 4; last < fibonacci.length; last += 1) {
      const [a = 1n, b = 1n, c = 1n] = fibonacci.slice(last - 2, last + 1);
      for (const [price, signed] of [
        [
          { numerator: b, denominator: c },
          { numerator: b, denominator: c },
        ],
        [
          { numerator: a, denominator: b },
          { numerator: b, denominator: c },
        ],
        [
          { numerator: b, denominator: c },
          { numerator: a, denominator: b },
        ],
      ] as const) {
        for (const most of [c - 1n, c + 1n, AMOUNT_MAX]) {
          if (!isAsked(most, price, signed)) continue;
          const found = largestKeeping(most, price, signed);
          expect(inModule(most, price, signed)).toBe(found);
          expectLargest(found, most, price, signed);
        }
      }
    }
  });

  it('is each one of all small slopes and amounts', () => {
    const upTo = (last: bigint) => Array.from({ length: Number(last) }, (_, index) => BigInt(index + 1));
    for (const [a, b] of upTo(9n).flatMap((x) => upTo(9n).map((y) => [x, y] as const))) {
      for (const [c, d] of upTo(9n).flatMap((x) => upTo(9n).map((y) => [x, y] as const))) {
        const [price, signed] = [
          { numerator: a, denominator: b },
          { numerator: c, denominator: d },
        ];
        for (const most of upTo(20n)) {
          if (!isAsked(most, price, signed)) continue;
          const expected = upTo(most).findLast((one) => keeps(one, price, signed)) ?? 0n;
          expect(largestKeeping(most, price, signed)).toBe(expected);
          expect(inModule(most, price, signed)).toBe(expected);
        }
      }
    }
  });
});
