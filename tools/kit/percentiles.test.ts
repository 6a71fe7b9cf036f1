import { describe, expect, it } from '@jest/globals';
import { latencyLine, percentile } from './percentiles';

describe('percentiles', () => {
  it('are samples, of whatever order, by the nearest rank', () => {
    const samples = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
    expect(percentile(samples, 0.5)).toBe(500);
    expect(percentile(samples, 0.99)).toBe(990);
    expect(percentile(samples, 0.999)).toBe(999);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it('are shown beside the number of samples', () => {
    expect(latencyLine('accepted', [1, 2, 3])).toMatch(
      /^accepted +p50 +2\.00 ms .* p99\.9 +3\.00 ms +\(3 samples\)$/,
    );
  });
});
