import { beforeAll, describe, expect, it } from '@jest/globals';
import { BundledSimulation } from '../test/bundled-simulation.fixture';
import { BREAKAGES } from './faults/broken-trades';
import type { Fault } from './faults/fault-plan';

const LONGEST_MS = 600_000;

const cases = BREAKAGES.flatMap((breakage) => [1, 2].map((seed) => ({ breakage, seed })));

describe('trades that become impossible to settle while settlement lags', () => {
  const simulation = new BundledSimulation();
  beforeAll(() =>
    simulation.start(
      'broken-trades',
      cases.map(({ breakage, seed }) => {
        const first: Fault[] = [2, 3, 4].map((trades) => ({ kind: 'broken trades', breakage, trades }));
        return { seed: `${breakage} ${seed}`, commands: 250, first };
      }),
    ),
  );

  it.each(cases.map(({ breakage, seed }, index) => [breakage, seed, index] as const))(
    'leave books that equal the contract, by %s (seed %d)',
    async (breakage, _, index) => {
      const { replaced, reversed } = await simulation.summary(index);
      expect(breakage === 'spent ids' ? replaced : reversed).toBeGreaterThan(0);
    },
    LONGEST_MS,
  );
});
