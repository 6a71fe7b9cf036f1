import { describe, expect, it } from '@jest/globals';
import { orderId, RATE_KEY_MAX, RATE_KEY_MIN, rateKey, type Side } from '@exchange/core/kernel';
import fc from 'fast-check';
import { accountOf, noFees } from '../../test/market.fixture';
import type { OpenOrder } from '../order/open-order';
import { expectSame } from '../../test/same.fixture';
import { fastWaiting } from './fast-waiting';
import { naiveWaiting } from '../../oracle/src/naive-waiting';
import type { WaitingOrders } from './waiting-orders';

type Change =
  | { kind: 'stop'; order: OpenOrder }
  | { kind: 'replace'; order: OpenOrder; isSameRate: boolean }
  | { kind: 'trigger'; side: Side }
  | { kind: 'suspend'; order: OpenOrder }
  | { kind: 'takeFirst' }
  | { kind: 'follow'; id: number; currency: string }
  | { kind: 'leave'; id: number }
  | { kind: 'expire'; now: number; limit: number };

/** Few, so that they meet. */
const anyId = fc.integer({ min: 1, max: 24 }).map(orderId);
const anyRate = fc
  .oneof(
    fc.integer({ min: 4090, max: 4100 }),
    fc.constantFrom(RATE_KEY_MIN, RATE_KEY_MAX, 31, 32, 8191, 8192),
    fc.integer({ min: RATE_KEY_MIN, max: RATE_KEY_MAX }),
  )
  .map(rateKey);
const anyMoment = fc.integer({ min: 0, max: 12 });
/** Also names that an object would know already. */
const anyCurrency = fc.constantFrom('USD', 'JPY', '__proto__', 'constructor');

const anyOrder: fc.Arbitrary<OpenOrder> = fc.record({
  orderId: anyId,
  side: fc.constantFrom<Side>('buy', 'sell'),
  stopRateKey: anyRate,
  expiresAt: anyMoment,
  hidden: fc.boolean(),
  account: fc.constant(accountOf(1)),
  sellAmount: fc.constant(1n as OpenOrder['sellAmount']),
  buyAmount: fc.constant(1n as OpenOrder['buyAmount']),
  rateKey: fc.constant(rateKey(1)),
  fees: fc.constant(noFees),
  execution: fc.constant(undefined),
  peg: fc.constant(undefined),
  sold: fc.constant(0n as OpenOrder['sold']),
  bought: fc.constant(0n as OpenOrder['bought']),
  sellBook: fc.constant(1n as OpenOrder['sellBook']),
  buyBook: fc.constant(1n as OpenOrder['buyBook']),
  held: fc.constant(1n as OpenOrder['held']),
});

const changeOf = <K extends Change['kind'], T>(
  weight: number,
  kind: K,
  fields: { [N in keyof T]: fc.Arbitrary<T[N]> },
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<T & { kind: K }>,
});
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  changeOf(8, 'stop', { order: anyOrder }),
  changeOf(4, 'replace', { order: anyOrder, isSameRate: fc.boolean() }),
  changeOf(2, 'trigger', { side: fc.constantFrom<Side>('buy', 'sell') }),
  changeOf(5, 'suspend', { order: anyOrder }),
  changeOf(1, 'takeFirst', {}),
  changeOf(6, 'follow', { id: anyId, currency: anyCurrency }),
  changeOf(5, 'leave', { id: anyId }),
  changeOf(1, 'expire', { now: anyMoment, limit: fc.nat(6) }),
);

/** Makes a change that the places allow, and says what they answered. */
function make({ stops, suspended, pegged }: WaitingOrders, change: Change): unknown {
  switch (change.kind) {
    case 'stop':
      return stops.get(change.order.orderId) ?? stops.add(change.order);
    case 'replace': {
      const before = stops.get(change.order.orderId);
      if (before === undefined) return undefined;
      const { side, stopRateKey } = before;
      return stops.replace({ ...change.order, side, ...(change.isSameRate ? { stopRateKey } : {}) });
    }
    case 'trigger': {
      const nearest = stops.nearest(change.side);
      return nearest && stops.remove(nearest.orderId);
    }
    case 'suspend':
      suspended.set(change.order.orderId, change.order);
      return suspended.get(change.order.orderId);
    case 'takeFirst': {
      const first = suspended.first();
      return first && suspended.delete(first.orderId);
    }
    case 'follow':
      pegged.set(orderId(change.id), change.currency);
      return pegged.followers(change.currency);
    case 'leave':
      return [stops, suspended, pegged].map((place) =>
        'remove' in place ? place.remove(orderId(change.id)) : place.delete(orderId(change.id)),
      );
    case 'expire': {
      const due = [stops.expired(change.now, change.limit), suspended.expired(change.now, change.limit)];
      due[0]?.forEach((order) => stops.remove(order.orderId));
      due[1]?.forEach((order) => suspended.delete(order.orderId));
      return due;
    }
  }
}

const looksOf = ({ stops, suspended, pegged }: WaitingOrders) => ({
  sizes: [stops.size, suspended.size],
  stops: [...stops.orders('buy'), ...stops.orders('sell')],
  nearest: [stops.nearest('buy'), stops.nearest('sell'), suspended.first()],
  suspended: [...suspended.values()],
  has: [suspended.has(orderId(1)), suspended.get(orderId(1)), stops.get(orderId(1)), pegged.get(orderId(1))],
  due: [5, 100].flatMap((now) => [stops.expired(now, 7), suspended.expired(now, 100)]),
  pegged: [...pegged],
  keys: [...pegged.keys()],
  followers: ['USD', 'JPY', '__proto__', 'constructor', 'toString'].map((one) => pegged.followers(one)),
});

describe('the fast places for waiting orders', () => {
  it('answer every change and every question as the naive ones', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 150, size: 'max' }), (changes) => {
        const fast = fastWaiting();
        const naive = naiveWaiting();
        for (const change of changes) expectSame(make(fast, change), make(naive, change));
        expectSame(looksOf(fast), looksOf(naive));
      }),
      { numRuns: 300 },
    );
  });

  it('refuse what can only be a bug', () => {
    for (const { stops } of [fastWaiting(), naiveWaiting()]) {
      const [order] = fc.sample(anyOrder, { numRuns: 1, seed: 1 });
      if (order === undefined) throw new Error('no sample');
      stops.add(order);
      expect(() => stops.add(order)).toThrow('waits for its stop already');
      stops.remove(order.orderId);
      expect(() => stops.replace(order)).toThrow('missing stop');
      expect(() => stops.add({ ...order, stopRateKey: undefined })).toThrow('missing stop rate');
    }
  });
});
