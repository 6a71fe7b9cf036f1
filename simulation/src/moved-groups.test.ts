import { describe, expect, it } from '@jest/globals';
import { type Fault, MOVE_TROUBLES } from './faults/fault-plan';
import { runSimulation } from './run-simulation';

const LONGEST_MS = 120_000;

describe('groups of accounts that are moved while people trade', () => {
  it.each(MOVE_TROUBLES)(
    'lose and double nothing (trouble: %s)',
    async (trouble) => {
      const where = ['before commit', 'after commit', 'between turns'] as const;
      const first = where.map((at, index): Fault => ({
        ...{ kind: 'move group', group: index % 2 === 0 ? 'a' : 'b', trouble, where: at },
        ...{ after: index, steps: 10 * index, late: index % 2 === 1 },
      }));
      const run = { seed: trouble, commands: 60, faults: first.length, first, layout: 'groups' } as const;
      const { accepted, taken } = await runSimulation(run);
      expect(accepted).toBeGreaterThan(5);
      // At the start each group was taken once.
      expect(taken).toBeGreaterThan(2 + first.length / 2);
    },
    LONGEST_MS,
  );
});
