import type { Side } from '@exchange/core/kernel';
import { goneLine, type BookLine } from './book-line';
import type { LevelChange } from './level-book';

/** What brings the lines of one side from `before` to `now`: first those that left, then the others. */
export function lineChanges(
  side: Side,
  before: readonly BookLine[],
  now: readonly BookLine[],
): readonly LevelChange[] {
  const left = new Map(before.map((line) => [line.rateKey, line]));
  const updates: LevelChange[] = [];
  for (const line of now) {
    const old = left.get(line.rateKey) ?? goneLine(side, line.rateKey);
    if (old.amount !== line.amount || old.count !== line.count) updates.push({ before: old, after: line });
    left.delete(line.rateKey);
  }
  const gone = Array.from(left.values(), (old) => ({ before: old, after: goneLine(side, old.rateKey) }));
  return [...gone, ...updates];
}
