import { describe, expect, it } from '@jest/globals';
import { amount, orderId } from '@exchange/core/kernel';
import { applyCommand } from '../market/apply-command';
import { accountOf, marketRules, noFees, openMarket, order } from '../../test/market.fixture';
import { memoryStore } from './memory-store';
import type { MemoryBook } from './memory-book';

const DECIMALS = { traded: 0, quote: 0 };
const STAYING = 100;
const COMING = 2_000;

/** Orders of as many accounts and fee terms: some stay, and the others come and leave again. */
describe('accounts and fee terms', () => {
  const orderOf = (id: number) => ({
    ...order({
      id,
      account: id,
      side: id % 2 === 0 ? 'buy' : 'sell',
      traded: 10n,
      quote: id % 2 === 0 ? 10n : 20n,
    }),
    fees: { ...noFees, settlementFee: amount(BigInt(id)) },
  });
  const cancelOf = (id: number) =>
    ({ kind: 'cancel', orderId: orderId(id), account: accountOf(id), reason: 'owner', at: 0 }) as const;

  const expectFew = (book: MemoryBook) => {
    expect(book.size).toBe(STAYING);
    for (const kept of [book.records.accounts, book.records.fees]) {
      expect(kept.size).toBeGreaterThanOrEqual(STAYING);
      expect(kept.size).toBeLessThanOrEqual(2 * STAYING + 64);
    }
    for (const resting of [...book.orders('buy'), ...book.orders('sell')]) {
      expect([resting.account, resting.fees.settlementFee]).toEqual([
        accountOf(resting.orderId),
        BigInt(resting.orderId),
      ]);
    }
  };

  it('are those of each order, also where only the version of the fees differs', () => {
    const store = memoryStore();
    const market = openMarket(marketRules(DECIMALS), { store });
    const versions = [undefined, 2, 3, 2, undefined];
    versions.forEach((version, index) => {
      const { fees, ...rest } = orderOf(2 * index + 2);
      const same = { ...fees, settlementFee: amount(1n) };
      applyCommand(market, { ...rest, fees: version === undefined ? same : { ...same, version } });
    });
    expect([...store.book.orders('buy')].map(({ fees }) => fees.version)).toEqual(versions);
  });

  it('are forgotten when no order has them any more', () => {
    const store = memoryStore();
    const book = store.book as MemoryBook;
    const market = openMarket(marketRules(DECIMALS), { store });
    for (let id = 1; id <= STAYING + COMING; id += 1) {
      applyCommand(market, orderOf(id));
      if (id > STAYING) applyCommand(market, cancelOf(id));
    }
    expectFew(book);
  });

  it('are so also when orders are filled', () => {
    const store = memoryStore();
    const book = store.book as MemoryBook;
    const market = openMarket(marketRules(DECIMALS), { store });
    for (let id = 1; id <= STAYING + COMING; id += 1) {
      const taking = { side: 'buy', sellAmount: 20n, buyAmount: 10n, sellBook: 20n, buyBook: 10n } as const;
      const isTaking = id > STAYING && id % 4 === 2;
      const placed = { ...orderOf(id), ...(isTaking ? taking : {}) } as ReturnType<typeof orderOf>;
      applyCommand(market, placed);
      // Each that takes fills the sell that stayed longest, and one like it comes in its place.
      if (id > STAYING && !isTaking && id % 4 !== 3) applyCommand(market, cancelOf(id));
    }
    expectFew(book);
  });
});
