import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SlidingWindow } from './sliding-window';

const WINDOW_MS = 10_000;

describe('a sliding window', () => {
  it('counts what was spent for exactly its length', () => {
    const window = new SlidingWindow(WINDOW_MS);
    window.spend(7, 1_000);
    expect([window.spent(1_000), window.spent(10_999), window.spent(11_000)]).toEqual([7, 7, 0]);
  });

  it('says how long a cost must wait until it fits', () => {
    const window = new SlidingWindow(WINDOW_MS);
    window.spend(5, 0);
    window.spend(3, 9_000);
    const waits = (cost: number) => window.waitMs(cost, 10, 9_500);
    expect([waits(2), waits(3), waits(7), waits(8), waits(10)]).toEqual([0, 500, 500, 9_500, 9_500]);
    expect(waits(11)).toBe(WINDOW_MS);
  });

  it('counts a time that goes back as the newest one', () => {
    const window = new SlidingWindow(WINDOW_MS);
    window.spend(1, 5_000);
    window.spend(1, 4_000);
    expect([window.spent(14_999), window.spent(15_000)]).toEqual([2, 0]);
  });

  it('equals the sum over the last 10 s of a plain list, and never lets more through than the limit', () => {
    const step = fc.record({
      // Often exactly at, or one off, the length of the window.
      wait: fc.oneof(
        fc.constantFrom(0, 1, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1),
        fc.integer({ min: 0, max: 3_000 }),
      ),
      tenths: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 20, max: 500 }), (steps, limit) => {
        const window = new SlidingWindow(WINDOW_MS);
        const list: { at: number; tenths: number }[] = [];
        const counted = (now: number) =>
          list.filter(({ at }) => at > now - WINDOW_MS).reduce((sum, { tenths }) => sum + tenths, 0);
        let now = 1_700_000_000_000;
        for (const { wait, tenths } of steps) {
          now += wait;
          const fits = window.fits(tenths, limit, now);
          expect(fits).toBe(counted(now) + tenths <= limit);
          const waitMs = window.waitMs(tenths, limit, now);
          expect(fits).toBe(waitMs === 0);
          if (!fits) {
            expect(counted(now + waitMs) + tenths).toBeLessThanOrEqual(limit);
            expect(counted(now + waitMs - 1) + tenths).toBeGreaterThan(limit);
            continue;
          }
          window.spend(tenths, now);
          list.push({ at: now, tenths });
          expect(window.spent(now)).toBe(counted(now));
          expect(window.spent(now)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('keeps no more than one pair of numbers for each millisecond', () => {
    const window = new SlidingWindow(100);
    for (let call = 0; call < 100_000; call += 1) window.spend(1, Math.floor(call / 50));
    expect(window.size).toBeLessThanOrEqual(2 * 100 + 64);
    expect(window.spent(1_999)).toBe(100 * 50);
  });
});
