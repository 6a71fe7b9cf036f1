import { describe, expect, it } from '@jest/globals';
import type { Line } from '../packets';
import { coarsened, cut, grouped, replayed } from './book';

const packet = (event: string, message: unknown) => ({ event, message });

describe('the book that the run expects', () => {
  it.each([
    ['0.012345', 1, 3, '0.0123'],
    ['0.012345', 0, 3, '0.0124'],
    ['99995', 0, 4, '100000'],
    ['99995', 1, 4, '99990'],
    ['9', 0, 5, '9'],
    ['0.00000012', 0, 1, '0.0000002'],
  ])('groups %s of side %d to %d digits', (rate, direction, digits, expected) => {
    expect(coarsened(rate, direction, digits)).toBe(expected);
  });

  const lines: Line[] = [
    [1, '9.99', '5', 1],
    [1, '9.91', '6', 2],
    [1, '9.5', '1', 1],
    [0, '10.01', '7', 1],
    [0, '10.9', '8', 1],
  ];

  it('adds up the lines of a group, best first, bids first', () => {
    expect(grouped(lines, 2)).toEqual([
      [1, '9.9', '11', 3],
      [1, '9.5', '1', 1],
      [0, '11', '15', 2],
    ]);
  });

  it('is cut at its depth on each side', () => {
    expect(cut(grouped(lines, 5), 1)).toEqual([lines[0], lines[3]]);
  });

  it('follows updates, and starts again at a snapshot', () => {
    const updates = [
      packet('obs', [[1, '1', '1', 1]]),
      packet('obs', lines),
      packet('ob', [1, '9.99', '0', 0]),
      packet('ob', [0, '10.01', '9', 2]),
      packet('t', []),
    ];
    expect(replayed(updates)).toEqual([lines[1], lines[2], [0, '10.01', '9', 2], lines[4]]);
  });
});
