import { beforeAll, describe, expect, it } from '@jest/globals';
import { BundledSimulation } from '../test/bundled-simulation.fixture';
import { type Fault, MOVE_TROUBLES } from './faults/fault-plan';

const LONGEST_MS = 120_000;
const MOVES = ['before commit', 'after commit', 'between turns'] as const;

describe('groups of accounts that are moved while people trade', () => {
  const simulation = new BundledSimulation();
  beforeAll(() =>
    simulation.start(
      'moved-groups',
      MOVE_TROUBLES.map((trouble) => {
        const first = MOVES.map((at, index): Fault => ({
          ...{ kind: 'move group', group: index % 2 === 0 ? 'a' : 'b', trouble, where: at },
          ...{ after: index, steps: 10 * index, late: index % 2 === 1 },
        }));
        return { seed: trouble, commands: 60, faults: first.length, first, layout: 'groups' };
      }),
    ),
  );

  it.each(MOVE_TROUBLES.map((trouble, index) => [trouble, index] as const))(
    'lose and double nothing (trouble: %s)',
    async (_, index) => {
      const { accepted, taken } = await simulation.summary(index);
      expect(accepted).toBeGreaterThan(5);
      // At the start each group was taken once.
      expect(taken).toBeGreaterThan(2 + MOVES.length / 2);
    },
    LONGEST_MS,
  );
});
