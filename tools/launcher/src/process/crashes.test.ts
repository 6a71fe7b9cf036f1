import { describe, expect, it } from '@jest/globals';
import { Crashes } from './crashes';

describe('a program that ends by itself', () => {
  it('is started again later each time, at last every 5 s', () => {
    const crashes = new Crashes();
    const pauses = Array.from({ length: 7 }, () => crashes.pauseAfter(10));
    expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
    expect(crashes.inARow).toBe(7);
  });

  it('is started again at once after it ran longer than the longest pause', () => {
    const crashes = new Crashes();
    for (let count = 0; count < 6; count += 1) crashes.pauseAfter(4_999);
    expect(crashes.pauseAfter(5_000)).toBe(5_000);
    expect(crashes.pauseAfter(5_001)).toBe(200);
    expect(crashes.inARow).toBe(1);
  });
});
