import { describe, expect, it } from '@jest/globals';
import { orderId } from '@exchange/core/kernel';
import { applyCommand } from '../market/apply-command';
import { accountOf, marketRules, openMarket, order } from '../../test/market.fixture';
import type { MemoryBook } from './memory-book';
import { memoryStore } from './memory-store';

const OPEN = 2_000;
const SETTLED_AFTER = 30_000;
const ALL = 200_000;

describe('the memory of a book', () => {
  it('stays as it is while orders come and go, at changing rates, moments and ids', () => {
    const store = memoryStore();
    const book = store.book as MemoryBook;
    const market = openMarket(marketRules({ traded: 0, quote: 0 }), { store });
    const placed = order({ id: 1, account: 1, side: 'sell', traded: 1_000n, quote: 1_000n });
    let bytes = 0;
    for (let id = 1; id <= ALL; id += 1) {
      // Rates wander over many pages of levels, and moments over many of the calendar.
      const quote = 1_000n + BigInt(Math.floor(id / 3)) * 7n + BigInt(id % 50);
      const command = {
        ...placed,
        orderId: orderId(id),
        buyAmount: quote,
        buyBook: quote,
        expiresAt: 1_000 + id,
      };
      applyCommand(market, command as typeof placed);
      if (id > OPEN) {
        const [oldest, account] = [orderId(id - OPEN), accountOf(1)];
        applyCommand(market, { kind: 'cancel', orderId: oldest, account, reason: 'owner', at: 0 });
      }
      if (id === SETTLED_AFTER) bytes = book.memory.words.byteLength;
    }
    expect(book.size).toBe(OPEN);
    expect(book.memory.words.byteLength).toBe(bytes);
  });
});
