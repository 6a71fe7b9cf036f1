import { describe, expect, it } from '@jest/globals';
import { runSimulation } from '../src/run-simulation';

const LONGEST_MS = 120_000;

/** Each seed is a test of its own, so that a failing one is named and can be run alone. */
export function simulateSeeds(first: number, last: number): void {
  describe('the whole exchange under faults', () => {
    const trades: number[] = [];
    const layouts = new Set<string>();
    for (let seed = first; seed <= last; seed += 1) {
      it(
        `loses nothing, doubles nothing and tells the truth (seed ${seed})`,
        async () => {
          const summary = await runSimulation({ seed: String(seed) });
          expect(summary.commands).toBeGreaterThanOrEqual(300);
          expect(summary.faults).toBeGreaterThanOrEqual(10);
          // Fewer than commands and faults: what stands still, or isn't stored yet, matches nothing.
          expect(summary.trades).toBeGreaterThanOrEqual(5);
          expect(summary.frames).toBeGreaterThan(0);
          trades.push(summary.trades);
          layouts.add(summary.layout);
        },
        LONGEST_MS,
      );
    }

    it('has one process of accounts in some, and groups in others', () => {
      expect(layouts.size).toBe(2);
    });

    it('makes more than ten trades a seed, one with another', () => {
      expect(trades.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10 * trades.length);
    });
  });
}
