import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowWindow } from './window';

describe('the window of a long list', () => {
  it.each([
    [10_000, 20, 0, 400, { from: 0, to: 26 }],
    [10_000, 20, 2_000, 400, { from: 94, to: 126 }],
    [3, 20, 0, 400, { from: 0, to: 3 }],
    [0, 20, 0, 400, { from: 0, to: 0 }],
    [10, 20, 5_000, 400, { from: 10, to: 10 }],
    [10, 20, -50, 400, { from: 0, to: 10 }],
  ])('of %d rows of %d px, scrolled by %d in %d px', (count, rowHeight, scrolled, height, expected) =>
    expect(rowWindow(count, rowHeight, scrolled, height)).toEqual(expected),
  );

  it('holds every row that is seen, and a bounded number', () => {
    const any = fc.record({
      count: fc.integer({ min: 0, max: 20_000 }),
      scrolled: fc.integer({ min: 0, max: 500_000 }),
      height: fc.integer({ min: 0, max: 4_000 }),
    });
    fc.assert(
      fc.property(any, ({ count, scrolled, height }) => {
        const { from, to } = rowWindow(count, 20, scrolled, height);
        const seen = Array.from({ length: count }, (_, row) => row).filter(
          (row) => (row + 1) * 20 > scrolled && row * 20 < scrolled + height,
        );
        for (const row of seen) expect(row >= from && row < to).toBe(true);
        expect(to - from).toBeLessThanOrEqual(height / 20 + 14);
      }),
      { numRuns: 50 },
    );
  });
});
