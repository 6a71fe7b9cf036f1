import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateKey } from '@exchange/core/kernel';
import { type BookLine, LevelBook, type LevelChange } from '@exchange/core/market-data';
import { LevelHistory } from './level-history';

const line = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    rateKey: fc.integer({ min: 480_000, max: 480_009 }).map(rateKey),
    amount: fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
    count: fc.integer({ min: 0, max: 3 }),
  })
  .map((one): BookLine => (one.count === 0 ? { ...one, amount: 0n } : one));

const entry = fc.record({
  /** Reports since the one before; of more than one all but the last were missed when `isGap`, else they changed nothing. */
  reports: fc.integer({ min: 1, max: 3 }),
  isGap: fc.boolean(),
  lines: fc.array(line, { maxLength: 4 }),
});

const levelsOf = (lines: readonly BookLine[]) =>
  new Map(lines.map((one) => [`${one.side} ${one.rateKey}`, one]));

/** The book before the changes. */
function undone(lines: readonly BookLine[], changes: readonly LevelChange[]): Map<string, BookLine> {
  const levels = levelsOf(lines);
  for (const { before, after } of changes) {
    const name = `${after.side} ${after.rateKey}`;
    expect(levels.get(name) ?? { ...after, amount: 0n, count: 0 }).toEqual(after);
    if (before.count > 0) levels.set(name, before);
    else levels.delete(name);
  }
  return levels;
}

describe('the history of a market', () => {
  it('tells how the levels were after any report, or that it does not know', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.array(entry, { maxLength: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (start, entries, most) => {
          const book = new LevelBook();
          const history = new LevelHistory(start, book, most);
          const states = new Map<number, Map<string, BookLine>>([[start, new Map()]]);
          const made = new Map<number, number>();
          let seq = start;
          for (const { reports, isGap, lines } of entries) {
            const before = seq;
            const was = levelsOf(book.lines());
            seq += reports;
            const changes = lines.map((one) => book.set(one));
            if (isGap) history.bridge(before, seq, changes);
            else {
              for (let at = before + 1; at < seq; at += 1) states.set(at, was);
              history.add(seq, changes);
            }
            states.set(seq, levelsOf(book.lines()));
            made.set(seq, changes.length);
          }
          for (let after = start - 1; after <= seq; after += 1) {
            const known = history.since(after);
            const state = states.get(after);
            if (known !== undefined) expect(undone(book.lines(), known)).toEqual(state);
            const later = [...made].filter(([at]) => at > after).reduce((sum, [, count]) => sum + count, 0);
            // At most 16 gaps are kept apart.
            const gaps = entries.filter(({ isGap }) => isGap).length;
            if (state !== undefined && later <= most && gaps <= 16) expect(known).toBeDefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('forgets old changes in a steady stream of them', () => {
    const book = new LevelBook();
    const history = new LevelHistory(0, book, 100);
    for (let seq = 1; seq <= 10_000; seq += 1) {
      const level = { side: 'buy' as const, rateKey: rateKey(480_000 + (seq % 200)), count: 1 };
      history.add(seq, [book.set({ ...level, amount: BigInt(seq) })]);
    }
    expect(history.since(9_899)).toBeUndefined();
    expect(history.since(9_900)).toHaveLength(100);
    expect(history.since(10_000)).toEqual([]);
  });
});
