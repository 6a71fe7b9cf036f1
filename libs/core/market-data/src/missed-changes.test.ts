import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateKey, type Side } from '@exchange/core/kernel';
import type { BookLine } from './book-line';
import { BookWindow } from './book-window';
import { GroupedBook } from './grouped-book';
import { LevelBook, type LevelChange } from './level-book';
import { missedChanges } from './missed-changes';

const level: fc.Arbitrary<BookLine> = fc
  .record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    rateKey: fc.integer({ min: 109_980, max: 110_060 }).map(rateKey),
    amount: fc.bigInt({ min: 1n, max: 1n << 100n }),
    count: fc.integer({ min: 0, max: 3 }),
  })
  .map((one) => (one.count === 0 ? { ...one, amount: 0n } : one));

const places = (lines: readonly BookLine[]) =>
  new Map(lines.map((line) => [`${line.side}${line.rateKey}`, line]));

function applied(lines: readonly BookLine[], changes: readonly LevelChange[]): Map<string, BookLine> {
  const book = places(lines);
  for (const { before, after } of changes) {
    const place = `${after.side}${after.rateKey}`;
    expect(book.get(place) ?? { ...before, amount: 0n, count: 0 }).toEqual(before);
    if (after.count > 0) book.set(place, after);
    else book.delete(place);
  }
  return book;
}

describe('what a window missed', () => {
  it('brings any window of the past to that of now, by one change of a line at most', () => {
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 80, size: 'max' }),
        fc.array(level, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(1, 3, 20, Number.POSITIVE_INFINITY),
        (past, since, digits, depth) => {
          const levels = new LevelBook();
          for (const one of past) levels.set(one);
          const book = GroupedBook.of(digits, levels.lines());
          const then = new BookWindow(book, depth).lines();
          const changes = since.map((one) => levels.set(one));
          book.apply(changes);
          const missed = missedChanges(book, depth, changes);
          const now = new BookWindow(book, depth).lines();
          expect(applied(then, missed)).toEqual(places(now));
          expect(places(missed.map(({ after }) => after)).size).toBe(missed.length);
          for (const { before, after } of missed) expect(after).not.toEqual(before);
        },
      ),
      { numRuns: 300 },
    );
  });
});
