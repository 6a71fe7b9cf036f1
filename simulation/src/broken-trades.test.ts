import { describe, expect, it } from '@jest/globals';
import { BREAKAGES } from './faults/broken-trades';
import type { Fault } from './faults/fault-plan';
import { runSimulation } from './run-simulation';

const LONGEST_MS = 120_000;

describe('trades that become impossible to settle while settlement lags', () => {
  it.each(BREAKAGES.flatMap((breakage) => [1, 2].map((seed) => [breakage, seed] as const)))(
    'leave books that equal the contract, by %s (seed %d)',
    async (breakage, seed) => {
      const first: Fault[] = [2, 3, 4].map((trades) => ({ kind: 'broken trades', breakage, trades }));
      const summary = await runSimulation({ seed: `${breakage} ${seed}`, commands: 250, first });
      if (breakage === 'spent ids') expect(summary.replaced).toBeGreaterThan(0);
      else expect(summary.reversed).toBeGreaterThan(0);
    },
    LONGEST_MS,
  );
});
