import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowWindow, windowPlace } from './window';

describe('the window of a long list', () => {
  it.each([
    [10_000, 20, 0, 400, { from: 0, to: 30 }],
    [10_000, 20, 2_000, 400, { from: 96, to: 130 }],
    [3, 20, 0, 400, { from: 0, to: 3 }],
    [0, 20, 0, 400, { from: 0, to: 0 }],
    [10, 20, 5_000, 400, { from: 10, to: 10 }],
  ])('of %d rows of %d px, from %d on in %d px', (count, rowHeight, place, height, expected) =>
    expect(rowWindow(count, rowHeight, place, height)).toEqual(expected),
  );

  it.each([
    [0, 0],
    [-50, 0],
    [119, 0],
    [120, 120],
    [359, 240],
  ])('of rows of 20 px, scrolled by %d, is taken at %d', (scrolled, place) =>
    expect(windowPlace(scrolled, 20)).toBe(place),
  );

  it('holds every row that is seen, and a bounded number', () => {
    const any = fc.record({
      count: fc.integer({ min: 0, max: 20_000 }),
      scrolled: fc.integer({ min: 0, max: 500_000 }),
      height: fc.integer({ min: 0, max: 4_000 }),
    });
    fc.assert(
      fc.property(any, ({ count, scrolled, height }) => {
        const { from, to } = rowWindow(count, 20, windowPlace(scrolled, 20), height);
        const seen = Array.from({ length: count }, (_, row) => row).filter(
          (row) => (row + 1) * 20 > scrolled && row * 20 < scrolled + height,
        );
        for (const row of seen) expect(row >= from && row < to).toBe(true);
        expect(to - from).toBeLessThanOrEqual(height / 20 + 15);
      }),
      { numRuns: 50 },
    );
  });
});
