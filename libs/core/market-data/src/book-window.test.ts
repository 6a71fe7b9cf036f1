import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coarsenRate, formatRate, parseRate, rateKey, type Side } from '@exchange/core/kernel';
import type { BookLine } from './book-line';
import { BookWindow } from './book-window';
import { GroupedBook } from './grouped-book';
import { LevelBook, type LevelChange } from './level-book';

const keyOf = (rate: string) => {
  const parsed = parseRate(rate, 'rate');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};
const line = (side: Side, rate: string, amount: number, count = 1): BookLine => ({
  side,
  rateKey: keyOf(rate),
  amount: BigInt(amount),
  count,
});
const after = (changes: readonly LevelChange[]) => changes.map((change) => change.after);
const brief = (lines: readonly BookLine[]) =>
  lines.map(({ side, rateKey: key, amount, count }) => `${side} ${formatRate(key)} ${amount} ${count}`);

/** The window straight from its definition. */
function windowOf(levels: readonly BookLine[], digits: number, depth: number): BookLine[] {
  return (['buy', 'sell'] as const).flatMap((side) => {
    const groups = new Map<number, BookLine>();
    for (const level of levels.filter((one) => one.side === side)) {
      const key = coarsenRate(level.rateKey, side, digits);
      const sum = groups.get(key);
      groups.set(key, {
        side,
        rateKey: key,
        amount: level.amount + (sum?.amount ?? 0n),
        count: level.count + (sum?.count ?? 0),
      });
    }
    const best = [...groups.values()].sort((a, b) =>
      side === 'buy' ? b.rateKey - a.rateKey : a.rateKey - b.rateKey,
    );
    return best.slice(0, depth);
  });
}

/** What a client does with updates: replace, insert in order, remove. */
function applied(lines: readonly BookLine[], updates: readonly BookLine[]): BookLine[] {
  const kept = new Map(lines.map((one) => [`${one.side}${one.rateKey}`, one]));
  for (const update of updates) {
    if (update.count === 0) kept.delete(`${update.side}${update.rateKey}`);
    else kept.set(`${update.side}${update.rateKey}`, update);
  }
  return [...kept.values()].sort(
    (a, b) =>
      a.side.localeCompare(b.side) || (a.side === 'buy' ? b.rateKey - a.rateKey : a.rateKey - b.rateKey),
  );
}

const levelArbitrary: fc.Arbitrary<BookLine> = fc
  .record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    rateKey: fc.oneof(
      fc.integer({ min: 109_980, max: 110_060 }).map(rateKey),
      fc.integer({ min: 1, max: 1_700_000 }).map(rateKey),
    ),
    amount: fc.bigInt({ min: 1n, max: 1n << 100n }),
    count: fc.integer({ min: 0, max: 5 }),
  })
  .map((level) => (level.count === 0 ? { ...level, amount: 0n } : level));

describe('a book window', () => {
  it('groups buys down and sells up', () => {
    const book = GroupedBook.of(2, [
      line('buy', '1.2999', 1),
      line('buy', '1.2001', 2),
      line('sell', '1.3001', 4),
      line('sell', '1.4', 8),
    ]);
    expect(brief(new BookWindow(book, 20).lines())).toEqual(['buy 1.2 3 2', 'sell 1.4 12 2']);
  });

  it('tells a line that enters because another left, and one that was pushed out', () => {
    const levels = new LevelBook();
    const book = new GroupedBook(5);
    const window = new BookWindow(book, 2);
    const put = (one: BookLine) => brief(after(window.refresh(book.apply([levels.set(one)]))));
    expect(put(line('buy', '3', 1))).toEqual(['buy 3 1 1']);
    expect(put(line('buy', '2', 1))).toEqual(['buy 2 1 1']);
    expect(put(line('buy', '1', 1))).toEqual([]);
    expect(put(line('buy', '3', 0, 0))).toEqual(['buy 3 0 0', 'buy 1 1 1']);
    expect(put(line('buy', '4', 7))).toEqual(['buy 1 0 0', 'buy 4 7 1']);
  });

  it('is told nothing of a line that came and went, or came back, within one report', () => {
    const levels = new LevelBook();
    const book = new GroupedBook(3);
    book.apply([levels.set(line('sell', '3', 5))]);
    const passing = [
      line('sell', '2', 4),
      line('sell', '2', 0, 0),
      line('sell', '3', 1),
      line('sell', '3', 5),
    ];
    expect(book.apply(passing.map((one) => levels.set(one)))).toEqual([]);
    expect(book.apply([levels.set(line('sell', '3.001', 0, 0))])).toEqual([]);
  });

  it('equals the window computed from scratch after any updates, at every depth and precision', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(levelArbitrary, { minLength: 1, maxLength: 6 }), { maxLength: 30, size: 'max' }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(1, 3, 20, Number.POSITIVE_INFINITY),
        (turns, digits, depth) => {
          const levels = new LevelBook();
          const book = new GroupedBook(digits);
          const window = new BookWindow(book, depth);
          let whole: readonly BookLine[] = [];
          let client: readonly BookLine[] = window.lines();
          for (const turn of turns) {
            const changes = book.apply(turn.map((level) => levels.set(level)));
            const changed = after(changes);
            expect(new Set(changed.map((one) => `${one.side}${one.rateKey}`)).size).toBe(changed.length);
            for (const one of changed) expect(whole).not.toContainEqual(one);
            const gone = changed.filter(({ count }) => count === 0);
            expect(applied(whole, gone)).toHaveLength(whole.length - gone.length);
            whole = applied(whole, changed);
            expect(whole).toEqual(windowOf(levels.lines(), digits, Number.POSITIVE_INFINITY));
            const updates = window.refresh(changes);
            for (const { before } of updates) {
              const known = client.find((one) => one.side === before.side && one.rateKey === before.rateKey);
              expect(before).toEqual(known ?? { ...before, amount: 0n, count: 0 });
            }
            client = applied(client, after(updates));
            const expected = windowOf(levels.lines(), digits, depth);
            expect(client).toEqual(expected);
            expect(window.lines()).toEqual(expected);
          }
          expect(new BookWindow(GroupedBook.of(digits, levels.lines()), depth).lines()).toEqual(client);
        },
      ),
      { numRuns: 150 },
    );
  });
});
