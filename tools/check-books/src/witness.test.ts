import { describe, expect, it } from '@jest/globals';
import { HeldBook, isCrossed, type WireLine, windowOf } from './held-book';
import { Witness } from './witness';

describe('a witness', () => {
  it('finds states right that come early, late, or leave some out, in their order', () => {
    const witness = new Witness();
    witness.mustBe('a');
    witness.saw('a', 1);
    witness.saw('c', 2);
    expect(witness.overdue(3)).toBe('c');
    for (const state of ['b', 'c', 'd']) witness.mustBe(state);
    expect(witness.overdue(3)).toBeUndefined();
    witness.saw('c', 4);
    witness.saw('d', 5);
    expect([witness.overdue(9), witness.compared]).toEqual([undefined, 4]);
  });

  it('does not take a state again that is past, or one that never was', () => {
    const back = new Witness();
    for (const state of ['a', 'b']) back.mustBe(state);
    back.saw('b', 1);
    back.saw('a', 2);
    expect(back.overdue(3)).toBe('a');
    const wrong = new Witness();
    wrong.mustBe('a');
    wrong.saw('x', 1);
    wrong.mustBe('b');
    expect(wrong.overdue(2)).toBe('x');
    expect(wrong.overdue(1)).toBeUndefined();
  });
});

describe('a held book', () => {
  const lines: WireLine[] = [
    [1, '1.2999', '1', 1],
    [1, '1.2001', '2', 2],
    [1, '1.1', '5', 1],
    [0, '1.3001', '4', 1],
    [0, '1.4', '8', 3],
  ];

  it('is grouped buys down and sells up, and cut to its depth', () => {
    expect(windowOf(lines, 2)).toEqual([
      [1, '1.2', '3', 3],
      [1, '1.1', '5', 1],
      [0, '1.4', '12', 4],
    ]);
    expect(windowOf(lines, 5, 1)).toEqual([lines[0], lines[3]]);
    expect(windowOf(lines, 1, 1)).toEqual([
      [1, '1', '8', 4],
      [0, '2', '12', 4],
    ]);
  });

  it('follows updates, and notices one that removes nothing', () => {
    const book = new HeldBook();
    book.reset([...lines].reverse());
    expect(book.sorted()).toEqual(lines);
    expect(book.apply([0, '1.3001', '0', 0])).toBe(true);
    expect(book.apply([0, '1.3001', '0', 0])).toBe(false);
    expect(isCrossed(book.sorted())).toBe(false);
    book.apply([0, '1.2', '1', 1]);
    expect(isCrossed(book.sorted())).toBe(true);
  });
});
