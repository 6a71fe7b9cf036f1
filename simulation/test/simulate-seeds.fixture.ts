import { beforeAll, describe, expect, it } from '@jest/globals';
import { BundledSimulation } from './bundled-simulation.fixture';

/** Alone it takes ten seconds; in `npm test` it has what other programs leave. */
const LONGEST_MS = 600_000;

/** Each seed is a test of its own, so that a failing one is named and can be run alone. */
export function simulateSeeds(first: number, last: number): void {
  describe('the whole exchange under faults', () => {
    const trades: number[] = [];
    const layouts = new Set<string>();
    const simulation = new BundledSimulation();
    const seeds = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
    const tasks = seeds.map((seed) => ({ seed }));
    beforeAll(() => simulation.start(`seeds-${first}`, tasks));

    it.each(seeds.map((seed, index) => [seed, index] as const))(
      'loses nothing, doubles nothing and tells the truth (seed %s)',
      async (_, index) => {
        const summary = await simulation.summary(index);
        expect(summary.commands).toBeGreaterThanOrEqual(300);
        expect(summary.faults).toBeGreaterThanOrEqual(10);
        // A seed that draws two pauses of settlement has its markets closed for most of it; the mean below is of all seeds.
        expect(summary.trades).toBeGreaterThanOrEqual(1);
        expect(summary.frames).toBeGreaterThan(0);
        trades.push(summary.trades);
        layouts.add(summary.layout);
      },
      LONGEST_MS,
    );

    it('has one process of accounts in some, and groups in others', () => {
      expect(layouts.size).toBe(2);
    });

    it('makes more than ten trades a seed, one with another', () => {
      expect(trades.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10 * trades.length);
    });
  });
}
