import { describe, expect, it } from '@jest/globals';
import { Finding } from './audit/finding';
import { INJECTED_BUGS } from './bugs/injected-bugs';
import { runSimulation } from './run-simulation';

const SEEDS = Array.from({ length: 24 }, (_, index) => `bug ${index + 1}`);
const LONGEST_MS = 240_000;

describe('the auditor', () => {
  it.each(INJECTED_BUGS.map((bug) => [bug.name, bug] as const))(
    'catches that %s',
    async (_, { rebuild, faults: first = [], layout = 'one process', finding }) => {
      let found: unknown;
      for (const seed of SEEDS) {
        found = await runSimulation({ seed, commands: 150, first, rebuild: rebuild(), layout }).catch(
          (error: unknown) => error,
        );
        if (found instanceof Finding) break;
      }
      expect(found).toBeInstanceOf(Finding);
      expect((found as Finding).message).toMatch(finding);
    },
    LONGEST_MS,
  );
});

describe('a run', () => {
  it(
    'is the same for the same seed',
    async () => {
      const [first, second] = [
        await runSimulation({ seed: 'twice' }),
        await runSimulation({ seed: 'twice' }),
      ];
      expect(second).toEqual(first);
    },
    LONGEST_MS,
  );
});
