import { coarsenRate, type Side } from '@exchange/core/kernel';
import type { BookLine } from './book-line';
import type { GroupedBook } from './grouped-book';
import type { LevelChange } from './level-book';
import { lineChanges } from './line-changes';

/**
 * What brings a window as it was before some changes of levels to the window now. Looks at the touched lines and the
 * window only, however many lines the book has.
 * @param book as it is after the changes
 * @param depth lines for each side; infinity for the whole book
 * @param changes of levels in full precision
 * @example
 * missedChanges(
 *   GroupedBook.of(2, [{ side: 'buy', rateKey: rateKey(20_019), amount: 5n, count: 1 }]),
 *   20,
 *   [
 *     {
 *       before: { side: 'buy', rateKey: rateKey(20_019), amount: 3n, count: 1 },
 *       after: { side: 'buy', rateKey: rateKey(20_019), amount: 5n, count: 1 },
 *     },
 *   ],
 * ).map(({ before, after }) => [before.amount, after.amount, after.rateKey]) // → [[3n, 5n, 20_000]]
 */
export function missedChanges(
  book: GroupedBook,
  depth: number,
  changes: readonly LevelChange[],
): readonly LevelChange[] {
  return [...missedOf('buy', book, depth, changes), ...missedOf('sell', book, depth, changes)];
}

function missedOf(
  side: Side,
  book: GroupedBook,
  depth: number,
  changes: readonly LevelChange[],
): readonly LevelChange[] {
  const lines = book.sides[side];
  const old = new Map<number, BookLine>();
  for (const { before, after } of changes) {
    if (after.side !== side) continue;
    const rateKey = coarsenRate(after.rateKey, side, book.digits);
    const line = old.get(rateKey) ?? lines.at(rateKey);
    const [amount, count] = [
      line.amount - after.amount + before.amount,
      line.count - after.count + before.count,
    ];
    old.set(rateKey, { side, rateKey, amount, count });
  }
  if (old.size === 0) return [];
  const touched = [...old.values()].filter(({ count }) => count > 0);
  if (depth === Number.POSITIVE_INFINITY) {
    const now = [...old.keys()].map((rateKey) => lines.at(rateKey as BookLine['rateKey']));
    return lineChanges(
      side,
      touched,
      now.filter(({ count }) => count > 0),
    );
  }
  // Untouched lines of the old window are among so many of the best now.
  const untouched = lines.best(depth + old.size).filter(({ rateKey }) => !old.has(rateKey));
  const before = [...untouched, ...touched].sort((a, b) =>
    side === 'buy' ? b.rateKey - a.rateKey : a.rateKey - b.rateKey,
  );
  return lineChanges(side, before.slice(0, depth), lines.best(depth));
}
