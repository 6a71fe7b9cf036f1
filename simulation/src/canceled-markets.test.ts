import { beforeAll, describe, expect, it } from '@jest/globals';
import { BundledSimulation } from '../test/bundled-simulation.fixture';
import type { Fault } from './faults/fault-plan';

const LONGEST_MS = 600_000;
const DEATHS = [undefined, 'before commit', 'after commit'] as const;
const LAYOUTS = ['one process', 'groups'] as const;

describe('a market whose orders an operator cancels while people trade', () => {
  const simulation = new BundledSimulation();
  beforeAll(() =>
    simulation.start(
      'canceled-markets',
      LAYOUTS.map((layout) => {
        const first = DEATHS.map((death): Fault => ({ kind: 'cancel market', market: 'ETHDAI', death }));
        return { seed: `canceled in ${layout}`, commands: 120, faults: first.length, first, layout };
      }),
    ),
  );

  it.each(LAYOUTS.map((layout, index) => [layout, index] as const))(
    'keeps none of them, and nothing is lost or doubled (accounts in %s)',
    async (_, index) => {
      const { accepted, faults } = await simulation.summary(index);
      expect(faults).toBe(DEATHS.length);
      expect(accepted).toBeGreaterThan(10);
    },
    LONGEST_MS,
  );
});
