import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { address, amount, orderId } from '@exchange/core/kernel';
import { type Book, memoryStore, type OpenOrder } from '@exchange/core/matching';
import { naiveStore } from '@exchange/core/matching/oracle';
import { Draw } from './draw';
import { keyOf } from './flow';

const ROUNDS = 200;
const OWNERS = 100;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Heap, arrays and modules' memories, after what nobody uses is collected. */
export function bytesInUse(): number {
  // Memory of arrays is given back while the collection after the one that found them runs.
  for (let round = 0; round < 3; round += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const accounts = Array.from({ length: OWNERS }, (_, number) =>
  address(`0x${(number + 1).toString(16).padStart(40, '0')}`),
);

/** Each order with objects and amounts of its own, as they come from a message. */
function restingOrder(id: number, levels: number, draw: Draw): OpenOrder {
  const traded = amount(BigInt(1 + draw.below(100)) * 10n ** 18n);
  const price = 40_000 + (id % levels);
  const quote = amount((traded * BigInt(price)) / 100n);
  return {
    orderId: orderId(id),
    account: accounts[id % OWNERS] ?? address(''),
    side: 'sell',
    sellAmount: traded,
    buyAmount: quote,
    rateKey: keyOf(price),
    expiresAt: 1_900_000_000 + draw.below(1_000_000),
    fees: { makerPpm: 1_000, takerPpm: 2_000, settlementFee: amount(12n * 10n ** 15n), rebateToken: 'sell' },
    hidden: false,
    execution: undefined,
    stopRateKey: undefined,
    peg: undefined,
    sold: amount(0n),
    bought: amount(0n),
    sellBook: traded,
    buyBook: quote,
    held: traded,
  };
}

/** The longest time that one new order took while a book grew, in ms. */
export function longestInsert(create: () => Book, orders: number, levels: number): number {
  const draw = new Draw(orders);
  const book = create();
  let longest = 0;
  for (let id = 1; id <= orders; id += 1) {
    const order = restingOrder(id, levels, draw);
    const began = performance.now();
    book.insert(order);
    longest = Math.max(longest, performance.now() - began);
  }
  return longest;
}

export interface Growth {
  readonly orders: number;
  readonly levels: number;
  readonly bytesPerOrder: number;
  /** Nanoseconds of one cancel of any order. */
  readonly cancel: number;
}

/** Fills a book and cancels orders anywhere in it; they come back before the next round. */
export function grow(create: () => Book, orders: number, levels: number): Growth {
  const draw = new Draw(orders + levels);
  const before = bytesInUse();
  const book = create();
  for (let id = 1; id <= orders; id += 1) book.insert(restingOrder(id, levels, draw));
  const bytesPerOrder = (bytesInUse() - before) / orders;
  const perRound = Math.min(500, orders / 2);
  let ms = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const picked = new Set<number>();
    while (picked.size < perRound) picked.add(1 + draw.below(orders));
    const ids = [...picked].map(orderId);
    const began = performance.now();
    for (const id of ids) book.remove(id);
    ms += performance.now() - began;
    for (const id of ids) book.insert(restingOrder(id, levels, draw));
  }
  return { orders, levels, bytesPerOrder, cancel: (ms * 1e6) / (ROUNDS * perRound) };
}

export const BOOKS = {
  'book in memory': () => memoryStore().book,
  'naive book': () => naiveStore().book,
} as const;
