import { describe, expect, it } from '@jest/globals';
import { formatRate, type Side } from '@exchange/core/kernel';
import fc from 'fast-check';
import type { EntryDraft } from './draft';
import { plannedFees, ppmOf } from './fees';
import { leastAmount, missedMinimum, roundedUp } from './minimums';
import { contextWith, draftWith, lines, listedWith, rate } from './order-plan.fixture';
import { planOrder } from './plan';
import type { PlanContext } from './plan-context';
import { atRate } from './reach';

const ether = 10n ** 18n;
const plan = (change: Partial<EntryDraft> = {}, context: Partial<PlanContext> = {}) =>
  planOrder(draftWith(change), contextWith(context));

describe('the plan of an order', () => {
  it('of a buy in the spread blocks what it pays at most, and rests', () => {
    const { faults, warnings, order } = plan();
    expect([faults, warnings]).toEqual([[], []]);
    expect(order).toMatchObject({
      ...{ amount: '1', rate: '200', blocked: 200n * ether, bookRate: rate('200') },
      terms: { sellAmount: 200n * ether, buyAmount: ether, expiry: 1_700_000_000 + 604_800 + 86_400 },
      options: { timeInForce: 1_700_000_000 + 604_800 },
      reach: { traded: 0n, lines: 0 },
      // 0.02 % of what is sold, since that token was chosen.
      fees: { taker: 0n, maker: 0n, rebate: (200n * ether * 200n) / 1_000_000n },
    });
  });

  it('of a buy into the book takes what is there and leaves the remainder', () => {
    const { order } = plan({ amount: '4', rate: '202' });
    expect(order).toMatchObject({
      blocked: 808n * ether,
      reach: { traded: 3n * ether, quote: 605n * ether, lines: 2, worst: rate('202') },
      fees: { taker: (3n * ether * 2_500n) / 1_000_000n, rebate: (202n * ether * 200n) / 1_000_000n },
    });
  });

  it('of a sell blocks the amount', () => {
    const { order } = plan({ side: 'sell', amount: '1.5', rate: '198.5' });
    expect(order).toMatchObject({
      ...{ blocked: (3n * ether) / 2n, reach: { traded: ether, quote: 199n * ether, lines: 1 } },
      terms: { sellAmount: (3n * ether) / 2n, buyAmount: (29_775n * ether) / 100n },
    });
  });

  it('of a market order signs the worst rate, takes at once and says when there is less', () => {
    const { faults, warnings, order } = plan({ kind: 'market', execution: 'immediateOrCancel', amount: '9' });
    expect(faults).toEqual([]);
    expect(warnings).toEqual([
      { kind: 'far', percent: 5 },
      { kind: 'in part', there: '8' },
    ]);
    // 210 and half a percent.
    expect(order).toMatchObject({ rate: '211.05', options: { immediateOrCancel: true } });
    expect(order?.reach?.traded).toBe(8n * ether);
    const nobody = plan({ kind: 'market' }, { book: { buy: [], sell: [] } });
    expect(nobody).toMatchObject({ faults: [{ kind: 'nobody' }], order: undefined });
    expect(plan({ kind: 'market' }, { book: undefined })).toMatchObject({ faults: [{ kind: 'no book' }] });
  });

  it('of a stop says when it is crossed already, and counts the fee of a taker', () => {
    const stop = { kind: 'stop', stopRate: '210', rate: '215' } as const;
    expect(plan(stop)).toMatchObject({
      ...{ faults: [], warnings: [] },
      order: { options: { stopRate: '210' }, reach: undefined, fees: { taker: ether / 400n, rebate: 0n } },
    });
    expect(plan({ ...stop, stopRate: '200' }).warnings).toEqual([{ kind: 'stops at once', last: '200' }]);
    expect(plan({ ...stop, stopRate: '200.01' }).warnings).toEqual([]);
    const sell = { ...stop, side: 'sell' as const, rate: '150' };
    expect(plan({ ...sell, stopRate: '200' }).warnings).toEqual([{ kind: 'stops at once', last: '200' }]);
    expect(plan({ ...sell, stopRate: '199.99' }).warnings).toEqual([]);
  });

  it('of a pegged order names currency and rate, and of a part in the book only the traded token', () => {
    const { order } = plan({ kind: 'pegged', peggedTo: 'EUR', peggedRate: '180', offered: '0.25' });
    expect(order?.options).toMatchObject({
      peggedTo: 'EUR',
      peggedRate: '180',
      buyBookAmount: String(ether / 4n),
    });
    expect(order?.options.sellBookAmount).toBeUndefined();
    expect(order?.blocked).toBe(50n * ether);
  });

  it('of a part of a sell offers so much, and shows where rounding for its owner moves the rate by a step', () => {
    const { order, faults } = plan({
      side: 'sell',
      amount: '3',
      rate: '200.01',
      offered: '0.333333333333333333',
    });
    expect(faults).toEqual([]);
    expect(order).toMatchObject({
      blocked: 333_333_333_333_333_333n,
      rate: '200.01',
      bookRate: rate('200.02'),
    });
    expect(order?.options.sellBookAmount).toBe('333333333333333333');
  });

  it('has the options that were chosen, and no others', () => {
    expect(plan({ execution: 'postOnly', hidden: true }).order?.options).toEqual({
      ...{ postOnly: true, hidden: true, timeInForce: 1_700_604_800 },
    });
    expect(plan({ execution: 'fillOrKill', lasts: 'hour' }).order?.options).toEqual({
      ...{ fillOrKill: true, timeInForce: 1_700_003_600 },
    });
  });
});

describe('what stands in the way of an order', () => {
  it.each<[Partial<EntryDraft>, Partial<PlanContext>, object]>([
    [{ amount: '' }, {}, { kind: 'missing', field: 'amount' }],
    [{ rate: '' }, {}, { kind: 'missing', field: 'rate' }],
    [{ kind: 'stop' }, {}, { kind: 'missing', field: 'stopRate' }],
    [{ kind: 'pegged' }, {}, { kind: 'missing', field: 'peggedRate' }],
    [{ amount: '1,234' }, {}, { kind: 'typed', fault: { kind: 'ambiguous', readings: ['1234', '1.234'] } }],
    [{ rate: '200.123' }, {}, { kind: 'typed', fault: { kind: 'digits', nearest: ['200.12', '200.13'] } }],
    [{ amount: '0.005' }, {}, { kind: 'least', why: 'token', least: '0.01' }],
    [{ offered: '0.001' }, {}, { kind: 'least', field: 'offered', why: 'token', least: '0.01' }],
    [{ offered: '1.5' }, {}, { kind: 'offered', most: '1' }],
    [{ amount: '0.02', rate: '10' }, {}, { kind: 'least', why: 'value', least: '0.1' }],
    // At its own rate it would be enough: the last trade's counts.
    [
      { amount: '0.02', rate: '200' },
      { lastRate: rate('10') },
      { kind: 'least', why: 'value', least: '0.1' },
    ],
    [{}, { isLoggedIn: false }, { kind: 'logged off' }],
    [{}, { isLineUp: false }, { kind: 'line' }],
    [{ amount: '340282366920938463464' }, {}, { kind: 'typed', fault: { kind: 'too large' } }],
    [{ amount: '340282366920938463462', rate: '2' }, {}, { kind: 'range' }],
  ])('%j in %j: %j', (change, context, fault) => {
    expect(plan(change, context).faults).toContainEqual(expect.objectContaining(fault));
  });

  it('are funds, with the most that they are enough for', () => {
    expect(plan({}, { usable: 200n * ether }).faults).toEqual([]);
    expect(plan({}, { usable: 200n * ether - 1n }).faults).toEqual([
      {
        ...{ kind: 'funds', field: 'amount' },
        funds: {
          ...{ symbol: 'DAI', usable: '199.999999999999999999', needed: '200', most: '0.999999999999999999' },
        },
      },
    ]);
    const sell = plan({ side: 'sell', amount: '2' }, { usable: ether });
    expect(sell.faults).toMatchObject([{ funds: { symbol: 'ETH', usable: '1', needed: '2', most: '1' } }]);
  });

  it('is the market, of which each status lets something else through', () => {
    const at = (status: 'post_only' | 'cancel_only' | 'delisted') => ({
      market: { ...contextWith().market, status },
    });
    expect(plan({}, at('cancel_only')).faults).toMatchObject([{ kind: 'cancel_only' }]);
    expect(plan({}, at('delisted')).faults).toMatchObject([{ kind: 'delisted' }]);
    expect(plan({}, at('post_only')).faults).toEqual([]);
    expect(plan({ execution: 'fillOrKill' }, at('post_only')).faults).toMatchObject([
      { kind: 'makers only' },
    ]);
  });

  it('are units too coarse for the rate, with an amount that expresses it', () => {
    const listed = listedWith(18, 2);
    const coarse = (amount: string) =>
      planOrder(draftWith({ amount, rate: '0.12345' }), contextWith({ lastRate: undefined }, listed));
    const { faults } = coarse('800.00001');
    expect(faults).toMatchObject([{ kind: 'least', why: 'coarse', least: '8110' }]);
    expect(coarse('8110').faults).toEqual([]);
  });
});

describe('what would surprise about an order', () => {
  it.each<[Partial<EntryDraft>, Partial<PlanContext>, readonly object[]]>([
    [{ execution: 'postOnly', rate: '201' }, {}, [{ kind: 'would take', best: '201' }]],
    [{ execution: 'postOnly', rate: '200.99' }, {}, []],
    [{ execution: 'fillOrKill', rate: '202', amount: '3' }, {}, []],
    [{ execution: 'fillOrKill', rate: '202', amount: '3.1' }, {}, [{ kind: 'not enough', there: '3' }]],
    [{ execution: 'immediateOrCancel', rate: '202', amount: '4' }, {}, [{ kind: 'in part', there: '3' }]],
    [{ execution: 'immediateOrCancel' }, {}, [{ kind: 'nothing at once' }]],
    [{ rate: '211.05' }, {}, [{ kind: 'far', percent: 5 }]],
    [{ rate: '211.04' }, {}, []],
    [{ side: 'sell', rate: '189.05' }, {}, [{ kind: 'far', percent: 5 }]],
    [
      { rate: '205' },
      { own: { buy: [], sell: [rate('206'), rate('204'), rate('203')] } },
      [{ kind: 'meets own', rate: '203' }],
    ],
    [
      { side: 'sell', rate: '198' },
      { own: { buy: [rate('197'), rate('199')], sell: [] } },
      [{ kind: 'meets own', rate: '199' }],
    ],
    [{}, { book: undefined }, [{ kind: 'no book' }]],
  ])('%j in %j: %j', (change, context, warnings) => {
    expect(plan(change, context).warnings).toEqual(warnings);
  });
});

describe('the least amount', () => {
  it('keeps every minimum and expresses its rate, and with a unit less of the limiting ones something is missed', () => {
    const rates = fc.integer({ min: 30_000, max: 900_000 });
    fc.assert(
      fc.property(fc.constantFrom<Side>('buy', 'sell'), rates, rates, (side, own, last) => {
        const [ownRate, lastRate] = [own, last].map((key) => key as ReturnType<typeof rate>);
        if (ownRate === undefined || lastRate === undefined) return;
        const { market } = contextWith();
        const least = leastAmount(market, ownRate, lastRate);
        const missed = (traded: bigint) =>
          missedMinimum(market, { traded, quote: atRate(side, traded, ownRate, market.decimals) }, lastRate);
        expect(missed(least)).toBeUndefined();
        expect(missed(roundedUp(least))).toBeUndefined();
        if (least > market.traded.minOrderAmount) expect(missed(least - (least / 1_000n + 1n))).toBe('value');
      }),
    );
  });

  it('is told with three digits', () => {
    expect([1n, 999n, 1_000n, 1_001n, 123_456n].map(roundedUp)).toEqual([1n, 999n, 1_000n, 1_010n, 124_000n]);
  });
});

describe('planned fees', () => {
  it.each([
    [0.0025, 2_500],
    [-0.0002, -200],
    [0.000001, 1],
    [0, 0],
  ])('%d is %i parts per million', (fee, ppm) => expect(ppmOf(fee)).toBe(ppm));

  it('are rounded down on both sides, and a rebate is of the chosen token', () => {
    const tier = { makerFee: 0.001, takerFee: 0.0025 };
    const taken = { sold: 5_000n, bought: 1_999n };
    const resting = { sold: 999n, bought: 1_999n };
    expect(plannedFees(tier, taken, resting, 'sell')).toEqual({ taker: 4n, maker: 1n, rebate: 0n });
    const rebated = { makerFee: -0.001, takerFee: 0.0025 };
    expect(plannedFees(rebated, taken, resting, 'sell').rebate).toBe(0n);
    expect(plannedFees(rebated, taken, resting, 'buy').rebate).toBe(1n);
  });
});

describe('a book line', () => {
  it('is read by its rate and amount', () => {
    expect(lines('buy', '199 1.5')).toEqual([
      { side: 'buy', rate: '199', amount: '1500000000000000000', count: 1 },
    ]);
    expect(formatRate(rate('199'))).toBe('199');
  });
});
