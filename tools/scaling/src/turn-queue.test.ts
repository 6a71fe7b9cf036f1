import { describe, expect, it } from '@jest/globals';
import { acceptedMs, fitTurnQueue, mostWithin, type TurnQueue } from './turn-queue';

const QUEUE: TurnQueue = { wayMs: 2, fixedMs: 4, perOrderMs: 0.5 };
const at = (perSecond: number) => acceptedMs(QUEUE, perSecond) ?? NaN;

describe('a turn that takes whatever waits', () => {
  it('is idle at 2 + 1.5 · 4 ms, and lasts twice as long when half of it is orders', () => {
    expect(at(0)).toBe(8);
    expect(at(1_000)).toBe(14);
  });

  it('has no time at the rate that it can not keep up with', () => {
    expect(acceptedMs(QUEUE, 2_000)).toBeUndefined();
    expect(acceptedMs(QUEUE, 1_999)).toBeGreaterThan(1_000);
  });

  it('says the most that it accepts within a time', () => {
    expect(mostWithin(QUEUE, 14)).toBeCloseTo(1_000);
    expect(mostWithin(QUEUE, 8)).toBe(0);
  });

  it('is found again from what it would have measured', () => {
    const rates = [100, 400, 800, 1_200].map((perSecond) => ({ perSecond, p50Ms: at(perSecond) }));
    const found = fitTurnQueue(rates);
    expect(found.perOrderMs).toBeCloseTo(0.5, 1);
    expect(found.fixedMs).toBeCloseTo(4, 0);
    for (const { perSecond, p50Ms } of rates) expect(acceptedMs(found, perSecond)).toBeCloseTo(p50Ms, 1);
  });

  it('is not found from two rates, nor from times that fall', () => {
    expect(() => fitTurnQueue([{ perSecond: 1, p50Ms: 1 }])).toThrow('Three measured rates');
    const falling = [3, 2, 1].map((p50Ms, index) => ({ perSecond: 100 * (index + 1), p50Ms }));
    expect(() => fitTurnQueue(falling)).toThrow('do not grow');
  });
});
