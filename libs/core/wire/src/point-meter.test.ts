import { describe, expect, it } from '@jest/globals';
import { PointMeter } from './point-meter';

const LIMIT = 500;
const kinds = (meter: PointMeter, tenths: number, count: number, now: number) =>
  Array.from({ length: count }, () => meter.charge(tenths, LIMIT, now).kind);

describe('points', () => {
  it('are exact in tenths: 500 pings in 10 s, and not one more', () => {
    const meter = new PointMeter();
    expect(new Set(kinds(meter, 1, 500, 0))).toEqual(new Set(['spent']));
    expect(meter.charge(1, LIMIT, 9_999)).toEqual({ kind: 'refused' });
    expect(meter.charge(1, LIMIT, 10_000).kind).toBe('spent');
  });

  it('cost nothing when refused, and a cheaper command may still fit', () => {
    const meter = new PointMeter();
    expect(kinds(meter, 15, 34, 0).filter((kind) => kind === 'spent')).toHaveLength(33);
    expect(meter.spent(0)).toBe(495);
    expect(kinds(meter, 5, 2, 0)).toEqual(['spent', 'refused']);
  });

  it('past the half are told once per window', () => {
    const meter = new PointMeter();
    const half = (tenths: number, now: number) => {
      const charge = meter.charge(tenths, LIMIT, now);
      return charge.kind === 'spent' && charge.half;
    };
    expect([half(250, 0), half(1, 0), half(1, 9_999), half(100, 9_999)]).toEqual([false, true, false, false]);
    // What is left of the first window: 101.
    expect([half(148, 10_000), half(1, 10_000), half(1, 10_001)]).toEqual([false, false, true]);
  });
});
