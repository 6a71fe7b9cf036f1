import { describe, expect, it } from '@jest/globals';
import { formatRate, type Side } from '@exchange/core/kernel';
import fc from 'fast-check';
import { lines, rate } from './order-plan.fixture';
import { atRate, averageRate, reachOf, worstRate } from './reach';
import { partOfUsable, partOfUsableAtMarket } from './usable-part';

const decimals = { traded: 18, quote: 18 };
const ether = 10n ** 18n;
const asks = lines('sell', '201 1', '202 2', '210 5');
const bids = lines('buy', '199 1', '198 2');

describe('how far an order reaches', () => {
  it('is line by line up to its rate', () => {
    expect(reachOf('buy', asks, 2n * ether, rate('205'), decimals)).toEqual({
      ...{ traded: 2n * ether, quote: 403n * ether, lines: 2, worst: rate('202') },
    });
    expect(reachOf('buy', asks, 9n * ether, rate('201'), decimals)).toMatchObject({
      traded: ether,
      lines: 1,
    });
    expect(reachOf('buy', asks, ether, rate('200'), decimals)).toMatchObject({
      traded: 0n,
      worst: undefined,
    });
    expect(reachOf('sell', bids, 9n * ether, undefined, decimals)).toMatchObject({
      ...{ traded: 3n * ether, quote: 595n * ether, lines: 2, worst: rate('198') },
    });
  });

  it('is rounded against who takes, by less than a unit a line', () => {
    const plain = { traded: 0, quote: 0 };
    const odd = [{ side: 'sell' as const, rate: '0.3', amount: '7', count: 1 }];
    expect(reachOf('buy', odd, 7n, undefined, plain).quote).toBe(3n);
    expect(reachOf('sell', odd, 7n, undefined, plain).quote).toBe(2n);
    expect([atRate('buy', 10n, rate('0.3'), plain), atRate('sell', 10n, rate('0.3'), plain)]).toEqual([
      3n,
      3n,
    ]);
  });

  it('has an average, rounded against who takes', () => {
    const reach = reachOf('buy', asks, 3n * ether, undefined, decimals);
    expect(formatRate(averageRate('buy', reach, decimals) ?? rate('1'))).toBe('201.67');
    const sold = reachOf('sell', bids, 3n * ether, undefined, decimals);
    expect(formatRate(averageRate('sell', sold, decimals) ?? rate('1'))).toBe('198.33');
    expect(averageRate('buy', { ...reach, traded: 0n, quote: 0n }, decimals)).toBeUndefined();
  });
});

describe('the worst rate of a market order', () => {
  it.each<[Side, string, number, string]>([
    ['buy', '200', 50, '201'],
    ['sell', '200', 50, '199'],
    ['buy', '201', 50, '202'],
    ['sell', '201', 50, '200'],
    ['buy', '0.00000003', 50, '0.00000003'],
    ['sell', '0.00000003', 50, '0.00000003'],
    ['buy', '12345', 0, '12345'],
    ['buy', '800000000000000', 300, '800000000000000'],
  ])('%s from %s on with %i in 10 000 is %s', (side, line, slack, expected) => {
    expect(formatRate(worstRate(side, rate(line), slack))).toBe(expected);
  });

  it('meets the line, and is beyond it by the slack at most', () => {
    const key = fc.integer({ min: 1, max: 1_700_000 });
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        key,
        fc.integer({ min: 0, max: 300 }),
        (side, n, slack) => {
          const line = n as ReturnType<typeof rate>;
          const worst = worstRate(side, line, slack);
          const [at, beyond] = [line, worst].map((each) => Number(formatRate(each)));
          expect(side === 'buy' ? worst >= line : worst <= line).toBe(true);
          expect(Math.abs((beyond ?? 0) - (at ?? 0))).toBeLessThanOrEqual(
            ((at ?? 0) * slack) / 10_000 + 1e-8 / 2,
          );
        },
      ),
    );
  });
});

describe('a part of what is usable', () => {
  it.each<[Side, bigint, number, string, bigint]>([
    ['sell', 101n, 50, '3', 50n],
    ['sell', 101n, 100, '3', 101n],
    ['buy', 100n, 50, '3', 16n],
    ['buy', 100n, 100, '3', 33n],
    ['buy', 100n, 100, '0.3', 333n],
    ['buy', 0n, 100, '3', 0n],
  ])('%s of %s, %i percent at %s, is %s', (side, usable, percent, at, expected) => {
    expect(partOfUsable(side, usable, percent, rate(at), { traded: 0, quote: 0 })).toBe(expected);
  });

  it('of a buy is the most that is paid for, to the unit', () => {
    const rates = fc.integer({ min: 1, max: 1_700_000 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), rates, (usable, n) => {
        const at = n as ReturnType<typeof rate>;
        const most = partOfUsable('buy', usable, 100, at, { traded: 18, quote: 6 });
        expect(atRate('buy', most, at, { traded: 18, quote: 6 })).toBeLessThanOrEqual(usable);
        expect(atRate('buy', most + 1n, at, { traded: 18, quote: 6 })).toBeGreaterThan(usable);
      }),
    );
  });

  it('of a market order is paid for at the worst rate that it signs, and no more is', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 5n * ether }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 5_000n * ether }), (each, usable) => {
        const book = each.map((amount, at) => ({
          ...{ side: 'sell' as const, rate: String(200 + 3 * at), amount: String(amount), count: 1 },
        }));
        const most = partOfUsableAtMarket('buy', usable, 100, { lines: book, slackBps: 50 }, decimals);
        const cost = (amount: bigint) => {
          const { worst } = reachOf('buy', book, amount, undefined, decimals);
          return worst === undefined ? 0n : atRate('buy', amount, worstRate('buy', worst, 50), decimals);
        };
        expect(cost(most)).toBeLessThanOrEqual(usable);
        const there = each.reduce((sum, amount) => sum + amount, 0n);
        if (most < there) expect(cost(most + 1n)).toBeGreaterThan(usable);
      }),
    );
  });

  it('of a market sell is the part, as far as the book goes', () => {
    expect(partOfUsableAtMarket('sell', 4n * ether, 50, { lines: bids, slackBps: 50 }, decimals)).toBe(
      2n * ether,
    );
    expect(partOfUsableAtMarket('sell', 9n * ether, 100, { lines: bids, slackBps: 50 }, decimals)).toBe(
      3n * ether,
    );
    expect(partOfUsableAtMarket('sell', ether, 100, { lines: [], slackBps: 50 }, decimals)).toBe(0n);
  });
});
