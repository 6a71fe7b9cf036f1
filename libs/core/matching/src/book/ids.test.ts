import { describe, expect, it } from '@jest/globals';
import { orderId } from '@exchange/core/kernel';
import { applyCommand } from '../market/apply-command';
import { accountOf, marketRules, openMarket, order } from '../../test/market.fixture';
import type { MemoryBook } from './memory-book';
import { memoryStore } from './memory-store';

/** What assembly/ids.ts multiplies an id with, to spread it over the upper bits. */
const SPREAD = 0x9e37_79b9_7f4a_7c15n;

/** Ids whose spread values have the same upper 8 bits, which fill part after part of the table and leave the others empty. */
function alikeIds(count: number): number[] {
  const ids: number[] = [];
  for (let id = 1; ids.length < count; id += 1) {
    if (BigInt.asUintN(64, BigInt(id) * SPREAD) >> 56n === 0xabn) ids.push(id);
  }
  return ids;
}

describe('the table of ids', () => {
  it('finds orders that all fall into the same part of it, and takes no more memory for them', () => {
    const store = memoryStore();
    const book = store.book as MemoryBook;
    const market = openMarket(marketRules({ traded: 0, quote: 0 }), { store });
    const { byteLength } = book.memory.words;
    const placed = order({ id: 1, account: 1, side: 'sell', traded: 1_000n, quote: 1_000n });
    const ids = alikeIds(6_000);
    for (const id of ids) {
      const command = { ...placed, orderId: orderId(id) };
      applyCommand(market, command as typeof placed);
    }
    expect(book.size).toBe(ids.length);
    // Records take 146 bytes an order, and the directory looks at a dozen bits: all of it is less than 200 B each.
    expect(book.memory.words.byteLength - byteLength).toBeLessThan(1_100_000);

    const known = new Set(ids);
    const found = Array.from({ length: 10_000 }, (_, id) => book.get(orderId(id)) !== undefined);
    expect(found).toEqual(found.map((_, id) => known.has(id)));
    for (const id of ids.toReversed()) {
      expect(book.get(orderId(id))?.orderId).toBe(id);
      applyCommand(market, {
        ...{ kind: 'cancel', orderId: orderId(id), account: accountOf(1), reason: 'owner', at: 0 },
      });
      expect(book.get(orderId(id))).toBeUndefined();
    }
    expect(book.size).toBe(0);
  });
});
