import { describe, expect, it } from '@jest/globals';
import {
  amount,
  AMOUNT_MAX,
  orderId,
  RATE_KEY_MAX,
  RATE_KEY_MIN,
  rateKey,
  type Side,
} from '@exchange/core/kernel';
import fc from 'fast-check';
import type { Book } from './book';
import { accountOf, noFees } from '../../test/market.fixture';
import { NaiveBook } from '../../oracle/src/naive-book';
import type { OpenOrder } from '../order/open-order';
import { MemoryBook } from './memory-book';

type Change =
  | { kind: 'insert'; order: OpenOrder }
  | { kind: 'remove'; pick: number }
  | { kind: 'removeBest'; side: Side }
  | { kind: 'progress'; pick: number; amounts: bigint[] }
  | { kind: 'replace'; pick: number; order: OpenOrder }
  | { kind: 'expire'; now: number; limit: number };

/** The smallest, the largest, those around a limb of 64 bits, and any. */
const anyAmount = fc
  .oneof(
    fc.constantFrom(0n, 1n, (1n << 64n) - 1n, 1n << 64n, (1n << 64n) + 1n, AMOUNT_MAX),
    fc.bigInt({ min: 0n, max: AMOUNT_MAX }),
  )
  .map(amount);
/** Neighbours, both ends, the edges of pages and words, and any. */
const anyKey = fc
  .oneof(
    fc.integer({ min: 4090, max: 4100 }),
    fc.constantFrom(RATE_KEY_MIN, RATE_KEY_MAX, 31, 32, 63, 64, 1023, 1024, 8191, 8192, 131_071, 131_072),
    fc.integer({ min: RATE_KEY_MIN, max: RATE_KEY_MAX }),
  )
  .map(rateKey);
const anyMoment = fc.integer({ min: 0, max: 50 });

const anyOrder: fc.Arbitrary<OpenOrder> = fc.record({
  orderId: fc
    .tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 9 }))
    .map(([owner, number]) => orderId(owner * 2 ** 47 + number)),
  account: fc.integer({ min: 1, max: 5 }).map(accountOf),
  side: fc.constantFrom<Side>('buy', 'sell'),
  sellAmount: anyAmount,
  buyAmount: anyAmount,
  rateKey: anyKey,
  expiresAt: anyMoment,
  fees: fc.integer({ min: 0, max: 3 }).map((number) => ({ ...noFees, makerPpm: number })),
  hidden: fc.boolean(),
  execution: fc.constantFrom(undefined, 'post_only' as const),
  stopRateKey: fc.constant(undefined),
  peg: fc.option(fc.record({ currency: fc.constantFrom('USD', 'JPY'), rateKey: anyKey }), { nil: undefined }),
  sold: anyAmount,
  bought: anyAmount,
  sellBook: anyAmount,
  buyBook: anyAmount,
  held: anyAmount,
});

const pick = fc.nat(10_000);
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('insert' as const), order: anyOrder }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('removeBest' as const),
      side: fc.constantFrom<Side>('buy', 'sell'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('progress' as const),
      pick,
      amounts: fc.array(anyAmount, { minLength: 4, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replace' as const), pick, order: anyOrder }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('expire' as const), now: anyMoment, limit: fc.nat(20) }),
  },
);

const all = (book: Book) => [...book.orders('buy'), ...book.orders('sell')];

/** Makes a change that the book allows, and says what it answered. */
function make(book: Book, change: Change): unknown {
  const present = all(book);
  const picked = 'pick' in change ? present[change.pick % present.length] : undefined;
  switch (change.kind) {
    case 'insert':
      return book.get(change.order.orderId) ?? book.insert(change.order);
    case 'remove':
      return picked && book.remove(picked.orderId);
    case 'removeBest': {
      const best = book.best(change.side);
      return best && book.remove(best.orderId);
    }
    case 'progress': {
      const [sold, sellBook, buyBook, held] = change.amounts.map(amount);
      return (
        picked && book.progress(picked.orderId, { ...picked, sold, sellBook, buyBook, held } as OpenOrder)
      );
    }
    case 'replace': {
      if (picked === undefined) return undefined;
      const { orderId: id, account, side, rateKey: key, hidden } = picked;
      return book.replace({ ...change.order, orderId: id, account, side, rateKey: key, hidden });
    }
    case 'expire': {
      const due = book.expired(change.now, change.limit);
      due.forEach((order) => book.remove(order.orderId));
      return due;
    }
  }
}

const looksOf = (book: Book) => ({
  size: book.size,
  best: [book.best('buy'), book.best('sell')],
  orders: all(book),
  found: all(book).map(({ orderId: id }) => book.get(id)),
  levels: all(book).map(({ side, rateKey: key }) => book.level(side, key)),
  nowhere: [book.get(orderId(7777)), book.level('buy', rateKey(777_777))],
  due: [book.expired(25, 7), book.expired(49, 1000)],
});

describe('the book in memory', () => {
  it('answers every change and every question as the naive one', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 120, size: 'max' }), (changes) => {
        const fast = new MemoryBook();
        const naive = new NaiveBook();
        for (const change of changes) {
          expect(make(fast, change)).toEqual(make(naive, change));
          expect([fast.best('buy'), fast.best('sell')]).toEqual([naive.best('buy'), naive.best('sell')]);
        }
        expect(looksOf(fast)).toEqual(looksOf(naive));
      }),
      { numRuns: 150 },
    );
  });

  it('refuses what can only be a bug', () => {
    const [order] = fc.sample(anyOrder, { numRuns: 1, seed: 1 });
    if (order === undefined) throw new Error('no sample');
    const book = new MemoryBook();
    book.insert(order);
    expect(() => book.insert(order)).toThrow('is in the book already');
    expect(() => book.replace({ ...order, hidden: !order.hidden })).toThrow("can't keep its place");
    book.remove(order.orderId);
    expect(() => book.remove(order.orderId)).toThrow('missing order');
    expect(book.size).toBe(0);
  });
});
